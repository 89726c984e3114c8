import { askAuth } from "./auth.server.ts";

type SignIn = { ok: true; headers: Headers } | { ok: false; status: number; message: string };

/**
 * Signs in through the library's own address, so that its limits count here too. The words are the
 * same for a wrong password and for an address that is not known.
 */
export async function signIn(request: Request, { email, password }: { email: string; password: string }): Promise<SignIn> {
  const answered = await askAuth(call(request, "/api/auth/sign-in/email", { email, password }));
  if (answered.ok) return { ok: true, headers: cookiesOf(answered) };
  if (answered.status === 429) return { ok: false, status: 429, message: "Too many attempts. Please wait ten minutes and try again." };
  if (answered.status >= 500) return { ok: false, status: 503, message: "Signing in does not work right now. Please try again in a moment." };
  return { ok: false, status: 401, message: "Invalid email or password" };
}

/** Ends the request's session on the server; answers with the cookies that clear it in the browser. */
export async function signOut(request: Request): Promise<Headers> {
  return cookiesOf(await askAuth(call(request, "/api/auth/sign-out", {})));
}

function call(request: Request, path: string, payload: object): Request {
  const headers = new Headers(request.headers);
  headers.set("content-type", "application/json");
  headers.delete("content-length");
  headers.set("origin", new URL(request.url).origin);
  return new Request(new URL(path, request.url), { method: "POST", headers, body: JSON.stringify(payload) });
}

function cookiesOf(answered: Response): Headers {
  const headers = new Headers();
  for (const cookie of answered.headers.getSetCookie()) headers.append("Set-Cookie", cookie);
  return headers;
}
