import { createContext, href, redirect } from "react-router";
import { getSettings } from "#app/server/env.server.ts";
import { getAuth } from "./auth.server.ts";
import type { Administrator } from "./model.ts";

type SignedIn = { id: string; email: string; emailVerified: boolean; role?: string | null | undefined };

/** Whoever is signed in by the request's cookie, or null. */
export async function getSignedIn(request: Request): Promise<SignedIn | null> {
  const session = await getAuth().api.getSession({ headers: request.headers });
  return session?.user ?? null;
}

/** Contract rule 2: only the owner and the addresses in `ADMIN_EMAILS`, and only once verified. */
export function isAdministrator(user: SignedIn): boolean {
  return user.emailVerified && (user.role === "admin" || getSettings().ADMIN_EMAILS.includes(user.email.toLowerCase()));
}

/** The administrator of the current request; set by the gate before any admin loader or action runs. */
export const administratorContext = createContext<Administrator | null>(null);

/** The gate: answers with the administrator, or throws the way to the login or the refusal. */
export async function requireAdministrator(request: Request): Promise<Administrator> {
  const user = await getSignedIn(request);
  if (!user) {
    const { pathname, search } = new URL(request.url);
    const next = new URLSearchParams({ next: pathname.replace(/\.data$/, "") + search });
    throw redirect(`${href("/login")}?${next}`);
  }
  if (!isAdministrator(user)) throw new Response(user.email, { status: 403, headers: { "Cache-Control": "no-store" } });
  return { userId: user.id, email: user.email };
}

/** A place in the admin to go to after signing in; anything that is not one becomes its first page. */
export function safeNext(next: string | null): string {
  return next && /^\/admin(\/[\w\-/]*)?(\?[\w\-=&%.+]*)?$/.test(next) && !next.includes("//") ? next : href("/admin");
}
