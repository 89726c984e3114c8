import { createContext, href, redirect } from "react-router";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { errorResponse, getAuth } from "./auth.server.ts";
import type { Administrator } from "./model.ts";
import { type CurrentSession, describeSession } from "./current-session.server.ts";

type User = { id: string; email: string; emailVerified: boolean; role?: string | null | undefined };
/** `sessionCookies`: each answer prolongs the cookie of a session that is in use. */
export type SignedInUser = User & CurrentSession & { sessionCookies: Headers };

export async function getSignedIn(request: Request): Promise<SignedInUser | null> {
  const { response, headers } = await getAuth().api.getSession({
    headers: request.headers,
    returnHeaders: true,
  });
  if (!response) return null;
  const { user, session } = response;
  return {
    ...(await describeSession(getDb(), { user, session })),
    emailVerified: user.emailVerified,
    role: user.role,
    sessionCookies: headers,
  };
}

/** Only the owner and the addresses in `ADMIN_EMAILS`, and only once verified. */
function mayAdminister({ email, emailVerified, role }: User): boolean {
  return (
    emailVerified && (role === "admin" || getSettings().ADMIN_EMAILS.includes(email.toLowerCase()))
  );
}

/** For API requests; pages are behind the gate. */
export function isAdministrator(signedIn: SignedInUser): boolean {
  return mayAdminister(signedIn) && signedIn.aal === signedIn.nextAal;
}

/** The administrator of the current request; set by the gate before any admin loader or action runs. */
export const administratorContext = createContext<Administrator | null>(null);

/** The gate of the admin: throws a redirect to the login or the second factor, 403, or 503 when it cannot know. */
export async function requireAdministrator(
  request: Request,
): Promise<Administrator & { sessionCookies: Headers }> {
  const signedIn = await getSignedIn(request).catch((error: unknown) => {
    throw errorResponse(error);
  });
  if (signedIn && !mayAdminister(signedIn))
    throw new Response(signedIn.email, { status: 403, headers: { "Cache-Control": "no-store" } });
  if (!signedIn || !isAdministrator(signedIn)) {
    const { pathname, search } = new URL(request.url);
    const next = new URLSearchParams({ next: pathname.replace(/\.data$/, "") + search });
    throw redirect(`${signedIn ? href("/login/second-factor") : href("/login")}?${next}`);
  }
  const { id, email, sessionCookies } = signedIn;
  return { userId: id, email, sessionCookies };
}
