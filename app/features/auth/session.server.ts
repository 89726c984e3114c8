import { createContext, href, redirect } from "react-router";
import { getDb } from "#app/server/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { failure } from "#app/server/http.server.ts";
import { getAuth } from "./auth.server.ts";
import type { Administrator } from "./model.ts";
import { isOver, type Levels, levelsOf } from "./standing.server.ts";

type User = { id: string; email: string; emailVerified: boolean; role?: string | null | undefined };
/** `prolonged`: the cookie of a session that is in use lasts longer with each answer. */
type SignedIn = User & Levels & { sessionId: string; prolonged: Headers };

/** Whoever is signed in by the request's cookie, or null. */
export async function getSignedIn(request: Request): Promise<SignedIn | null> {
  const { response, headers } = await getAuth().api.getSession({ headers: request.headers, returnHeaders: true });
  if (!response || isOver(response.session)) return null;
  const { user, session } = response;
  const { id, email, emailVerified, role } = user;
  return { id, email, emailVerified, role, sessionId: session.id, prolonged: headers, ...(await levelsOf(getDb(), session, user)) };
}

/** Contract rule 2: only the owner and the addresses in `ADMIN_EMAILS`, and only once verified. */
export function isAdministrator(user: User): boolean {
  return user.emailVerified && (user.role === "admin" || getSettings().ADMIN_EMAILS.includes(user.email.toLowerCase()));
}

/** The administrator of the current request; set by the gate before any admin loader or action runs. */
export const administratorContext = createContext<Administrator | null>(null);

type Verdict = { verdict: "nobody" } | { verdict: "stranger" | "half-way"; email: string } | { verdict: "administrator"; administrator: Administrator & { prolonged: Headers } };

/** Who asks, as far as the back office is concerned. `half-way`: an administrator whose second factor has not been shown yet. */
async function judge(request: Request): Promise<Verdict> {
  const signedIn = await getSignedIn(request);
  if (!signedIn) return { verdict: "nobody" };
  const { id, email, aal, nextAal, prolonged } = signedIn;
  if (!isAdministrator(signedIn)) return { verdict: "stranger", email };
  if (aal !== nextAal) return { verdict: "half-way", email };
  return { verdict: "administrator", administrator: { userId: id, email, prolonged } };
}

/** The gate of pages: answers with the administrator and the cookies to send along, or throws the way to the login or the refusal. */
export async function requireAdministrator(request: Request): Promise<Administrator & { prolonged: Headers }> {
  const judged = await judge(request);
  if (judged.verdict === "administrator") return judged.administrator;
  if (judged.verdict === "stranger") throw new Response(judged.email, { status: 403 });
  const { pathname, search } = new URL(request.url);
  const next = new URLSearchParams({ next: pathname.replace(/\.data$/, "") + search });
  throw redirect(`${judged.verdict === "nobody" ? href("/login") : href("/login/second-factor")}?${next}`);
}

/** The gate of calls: the administrator, or the refusal as JSON. */
export async function administratorOfCall(request: Request): Promise<{ ok: true; administrator: Administrator } | { ok: false; reply: Response }> {
  const judged = await judge(request);
  if (judged.verdict === "administrator") return { ok: true, administrator: judged.administrator };
  if (judged.verdict === "nobody") return { ok: false, reply: failure(401, "unauthorized", "Please sign in first.") };
  return { ok: false, reply: judged.verdict === "half-way" ? failure(403, "aal2-required", "Please confirm with your second factor first.") : failure(403, "forbidden", "This is for the administrator only.") };
}
