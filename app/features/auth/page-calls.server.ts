import { data } from "react-router";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { requireAssurance } from "./current-session.server.ts";
import { type AuthApi, errorResponse, getAuth, headersWithOrigin, respond } from "./auth.server.ts";
import { callerOf } from "./callers.server.ts";
import { requireAllowed } from "./limits.server.ts";
import { type EndpointPath, endpoints, requestLimit } from "./endpoints.server.ts";
import { type MessageRequest, requestMessage } from "./requests.server.ts";
import { prioritiseHashing, withHashingPriority, TooBusy } from "./password.server.ts";
import { refuse } from "./refusals.server.ts";
import { getSignedIn, type SignedInUser } from "./session.server.ts";

/* Sessions and cookies go through the library's server API, all else through our functions. */

type ServerCall = { headers: Headers; request: Request; asResponse: true };

/** The cookies that it sets come back in `headers`. */
export async function callAuth<Body = Record<string, unknown>>(
  page: Request,
  call: (api: AuthApi, input: ServerCall) => Promise<Response>,
): Promise<AuthResult<Body>> {
  const headers = headersWithOrigin(page);
  const request = new Request(page.url, { method: page.method, headers });
  const input = { headers, request, asResponse: true } as const;
  return authResultOf<Body>(await respond(() => call(getAuth().api, input)));
}

export function callSignedIn<Body>(
  page: Request,
  path: EndpointPath,
  work: (current: SignedInUser) => Promise<Body>,
): Promise<AuthResult<Body>> {
  return settle(async () => {
    const db = getDb();
    const current = await getSignedIn(page);
    if (!current) throw refuse("UNAUTHORIZED", "UNAUTHORIZED", "Please sign in.");
    const caller = await callerOf(db, page.headers, null, current.id);
    await requireAllowed(db, requestLimit(caller.who, path));
    requireAssurance(endpoints[path].level, current);
    return { headers: current.sessionCookies, body: await work(current) };
  });
}

type LinkRequest = Exclude<MessageRequest, { device: string }>;

const linkPaths = {
  "magic-link": "/sign-in/magic-link",
  recovery: "/request-password-reset",
  "sign-up": "/sign-up/email",
} as const;

/** The answer is the same whether or not the account exists. */
export function requestLink(page: Request, link: LinkRequest): Promise<AuthResult<null>> {
  return settle(async () => {
    const db = getDb();
    const email = link.email.toLowerCase();
    const caller = await callerOf(db, page.headers, { email }, undefined);
    if (caller.known) prioritiseHashing();
    await requireAllowed(db, requestLimit(caller.who, linkPaths[link.kind]));
    await requestMessage(db, caller, { ...link, email });
    return { headers: new Headers(), body: null };
  });
}

async function settle<Body>(
  work: () => Promise<{ headers: Headers; body: Body }>,
): Promise<AuthResult<Body>> {
  try {
    return { ok: true, ...(await withHashingPriority(work)) };
  } catch (error) {
    return authResultOf<Body>(errorResponse(error));
  }
}

type AuthResult<Body = Record<string, unknown>> =
  | { ok: true; headers: Headers; body: Body }
  | AuthRefusal;
export type AuthRefusal = {
  ok: false;
  status: number;
  code: string;
  message: string;
  headers: Headers;
};

async function authResultOf<Body>(response: Response): Promise<AuthResult<Body>> {
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
