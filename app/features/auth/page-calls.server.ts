import { data } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { type AuthApi, getAuth, headersWithOrigin, respond } from "./auth.server.ts";
import { TooBusy } from "./password.server.ts";

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
