import { getDb } from "#app/server/database/db.server.ts";
import { requireAssurance } from "./assurance.server.ts";
import { type AuthApi, errorResponse, getAuth, headersWithOrigin, respond } from "./auth.server.ts";
import { type AuthResult, authResultOf } from "./auth-result.server.ts";
import { callerOf } from "./callers.server.ts";
import { requireAllowed } from "./counters.server.ts";
import { type EndpointPath, endpoints, requestLimit } from "./endpoints.server.ts";
import { type MessageRequest, requestMessage } from "./message-requests.server.ts";
import { prioritiseHashing, withHashingPriority } from "./password.server.ts";
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
