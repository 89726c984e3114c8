import { createContext, href, redirect, type RouterContextProvider, data } from "react-router";
import { getDb } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { errorResponse, getAuth, type AuthApi, headersWithOrigin, respond } from "./auth.server.ts";
import {
  type AdminRole,
  type Administrator,
  isOwner,
  mayUse,
  type Owner,
  safeAdminPath,
} from "./model.ts";
import { type CurrentSession, describeSession } from "./sessions.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { TooBusy } from "./credentials.server.ts";

type User = { id: string; email: string; emailVerified: boolean; role?: string | null | undefined };
/** `sessionCookies`: each answer prolongs the cookie of a session in use. */
type SignedInUser = User & CurrentSession & { sessionCookies: Headers };

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

/** Strangers are redirected too: the admin tells them that they have no access. */
export async function redirectSignedIn(request: Request): Promise<{ next: string | null }> {
  const asked = new URL(request.url).searchParams.get("next");
  if (await getSignedIn(request)) throw redirect(safeAdminPath(asked));
  return { next: asked && safeAdminPath(asked) };
}

export function nextPathOf(request: Request): string {
  return safeAdminPath(new URL(request.url).searchParams.get("next"));
}

function roleOf({ email, emailVerified, role }: User): AdminRole | null {
  if (!emailVerified) return null;
  if (role === "admin" || getSettings().ADMIN_EMAILS.includes(email.toLowerCase())) return "owner";
  return role === "assistant" || role === "viewer" ? role : null;
}

/** For API requests; the gate protects pages. */
export function administratorOf(signedIn: SignedInUser): Administrator | null {
  const { id, email, aal, nextAal } = signedIn;
  const role = roleOf(signedIn);
  return role && aal === nextAal ? { userId: id, email, role } : null;
}

/** Set by the gate before any admin loader or action runs. */
export const administratorContext = createContext<Administrator | null>(null);

/** Throws a redirect to the login or the second factor, 403, or 503 when it can't know. */
export async function requireAdministrator(
  request: Request,
): Promise<Administrator & { sessionCookies: Headers }> {
  const signedIn = await getSignedIn(request).catch((error: unknown) => {
    throw errorResponse(error);
  });
  if (signedIn && !roleOf(signedIn))
    throw new Response(signedIn.email, { status: 403, headers: { "Cache-Control": "no-store" } });
  const administrator = signedIn && administratorOf(signedIn);
  if (!administrator) {
    const { pathname, search } = new URL(request.url);
    const next = new URLSearchParams({ next: pathname.replace(/\.data$/, "") + search });
    throw redirect(`${signedIn ? href("/login/second-factor") : href("/login")}?${next}`);
  }
  return { ...administrator, sessionCookies: signedIn.sessionCookies };
}

/** Throws where the admin gate did not run. */
export function currentAdministrator(context: Readonly<RouterContextProvider>): Administrator {
  const admitted = context.get(administratorContext);
  if (!admitted) throw new Error("This is not behind the admin gate.");
  return admitted;
}

/** What the role doesn't allow. The admin's layout says it in words. */
function refuseRole({ role }: Administrator): never {
  throw Response.json({ role }, { status: 403, headers: { "Cache-Control": "no-store" } });
}

export function requireUse(by: Administrator, pattern: string, method: string): void {
  if (!mayUse(by.role, pattern, method)) refuseRole(by);
}

export function ownerOf(by: Administrator): Owner {
  return isOwner(by) ? by : refuseRole(by);
}

export function currentOwner(context: Readonly<RouterContextProvider>): Owner {
  return ownerOf(currentAdministrator(context));
}

export type ServerCall = { headers: Headers; request: Request; asResponse: true };

/** Pages call endpoints with the hooks and counters of API requests; `headers` has the cookies that were set. */
export async function callAuth<Body = Record<string, unknown>>(
  page: Request,
  call: (api: AuthApi, input: ServerCall) => Promise<Response>,
): Promise<AuthResult<Body>> {
  const given = headersWithOrigin(page);
  const request = new Request(page.url, { method: page.method, headers: given });
  const input = { headers: given, request, asResponse: true } as const;
  const response = await respond(() => call(getAuth().api, input));
  const { status } = response;
  const headers = new Headers();
  for (const cookie of response.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  const wait = response.headers.get("Retry-After");
  if (wait) headers.set("Retry-After", wait);
  const body = ((await response.json().catch(() => null)) ?? {}) as Body;
  return status < 400
    ? { ok: true, headers, body }
    : { ok: false, status, headers, ...explain(status, Number(wait), body as Refused) };
}

type AuthResult<Body> = { ok: true; headers: Headers; body: Body } | AuthRefusal;
export type AuthRefusal = {
  ok: false;
  status: number;
  code: string;
  message: string;
  headers: Headers;
};

type Refused = { code?: string; message?: string };

function explain(status: number, wait: number, { code, message }: Refused) {
  if (status === 429)
    return {
      code: "limit",
      message: `Too many attempts. Please wait ${waitInWords(wait)} and try again.`,
    };
  if (status >= 500)
    return {
      status: 503,
      code: "unavailable",
      message: "Sign-in isn't working right now. Please try again in a moment.",
    };
  return { code: code ?? "", message: message ?? "That didn't work. Please try again." };
}

function waitInWords(seconds: number): string {
  if (seconds <= 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} minutes` : "an hour";
}

export function formRefusal(
  { message, status, headers }: AuthRefusal,
  values?: Record<string, string>,
) {
  return data<FormState>({ ok: false, message, values }, { status, headers });
}

/** The answer when too many passwords are being hashed. Rethrows any other error. */
export function busyRefusal(error: unknown) {
  if (!(error instanceof TooBusy)) throw error;
  return data<FormState>(
    { ok: false, message: "Many people are signing in right now. Please try again in a moment." },
    { status: 429, headers: { "Retry-After": "5" } },
  );
}
