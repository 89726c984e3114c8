import { createContext, href, redirect } from "react-router";
import { getDb } from "#app/server/db.server.ts";
import { failure } from "#app/server/http.server.ts";
import { getAuth } from "./auth.server.ts";
import type { Administrator } from "./model.ts";
import { isAdministrator, isOver, type Levels, levelsOf } from "./standing.server.ts";

type SignedIn = Levels & { user: { id: string; email: string; emailVerified: boolean; role?: string | null | undefined }; sessionId: string; headers: Headers };

/** Whoever is signed in by the request's cookie, with what prolongs that cookie; or null. */
export async function getSignedIn(request: Request): Promise<SignedIn | null> {
  const { response, headers } = await getAuth().api.getSession({ headers: request.headers, returnHeaders: true });
  if (!response || isOver(response.session)) return null;
  const { user, session } = response;
  return { user, sessionId: session.id, headers, ...(await levelsOf(getDb(), session, user)) };
}

/** The administrator of the current request; set by the gate before any admin loader or action runs. */
export const administratorContext = createContext<Administrator | null>(null);

type Verdict = { verdict: "nobody" } | { verdict: "stranger" | "half-way"; email: string } | { verdict: "administrator"; administrator: Administrator; headers: Headers };

/** Who asks, as far as the back office is concerned. `half-way`: an administrator whose second factor has not been shown yet. */
async function judge(request: Request): Promise<Verdict> {
  const signedIn = await getSignedIn(request);
  if (!signedIn) return { verdict: "nobody" };
  const { user, aal, nextAal, headers } = signedIn;
  if (!isAdministrator(user)) return { verdict: "stranger", email: user.email };
  if (aal !== nextAal) return { verdict: "half-way", email: user.email };
  return { verdict: "administrator", administrator: { userId: user.id, email: user.email }, headers };
}

/** The gate of pages: answers with the administrator and the cookies to send along, or throws the way to the login or the refusal. */
export async function requireAdministrator(request: Request): Promise<{ administrator: Administrator; headers: Headers }> {
  const judged = await judge(request);
  if (judged.verdict === "administrator") return judged;
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
