import { data } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { handleAuthRequest } from "./auth.server.ts";
import { TooBusy } from "./password.server.ts";

type Answer = { headers: Headers; body: Record<string, unknown> };
type Refusal = { ok: false; status: number; code: string; message: string; headers: Headers };
export type AuthResult = ({ ok: true } & Answer) | Refusal;

/**
 * Calls one of the sign-in library's own addresses for a page, so that its limits and checks count
 * here too. What it sets as cookies comes back in `headers`; its words come back as they are.
 */
export async function callAuth(
  request: Request,
  path: string,
  payload: object = {},
): Promise<AuthResult> {
  return outcomeOf(
    await handleAuthRequest(
      asCall(request, path, { method: "POST", body: JSON.stringify(payload) }),
    ),
  );
}

function asCall(request: Request, path: string, init: RequestInit): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  return new Request(new URL(path, request.url), { ...init, headers });
}

async function outcomeOf(answered: Response): Promise<AuthResult> {
  const headers = new Headers();
  for (const cookie of answered.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  const wait = answered.headers.get("Retry-After");
  if (wait) headers.set("Retry-After", wait);
  const { status } = answered;
  const body = ((await answered.json().catch(() => null)) ?? {}) as {
    code?: string;
    message?: string;
  };
  if (status < 400) return { ok: true, headers, body };
  if (status === 429)
    return {
      ok: false,
      status,
      code: "limit",
      message: `Too many attempts. Please wait ${waitInWords(Number(wait))} and try again.`,
      headers,
    };
  if (status >= 500)
    return {
      ok: false,
      status: 503,
      code: "unavailable",
      message: "Signing in does not work right now. Please try again in a moment.",
      headers,
    };
  return {
    ok: false,
    status,
    code: body.code ?? "",
    message: body.message ?? "This did not work. Please try again.",
    headers,
  };
}

function waitInWords(seconds: number): string {
  if (seconds <= 60) return "a minute";
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} minutes` : "an hour";
}

/** A refusal as the answer to a form, with what was typed. */
export function formRefusal(
  { message, status, headers }: Refusal,
  values?: Record<string, string>,
) {
  return data<FormState>({ ok: false, message, values }, { status, headers });
}

/** The answer to a form whose password cannot be looked at, since too many are being looked at. Any other error is thrown on. */
export function busyRefusal(error: unknown) {
  if (!(error instanceof TooBusy)) throw error;
  return data<FormState>(
    { ok: false, message: "Many people are signing in right now. Please try again in a moment." },
    { status: 429, headers: { "Retry-After": "5" } },
  );
}
