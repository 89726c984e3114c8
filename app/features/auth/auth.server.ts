import { isAPIError } from "better-auth/api";
import type { Database } from "#app/server/database/db.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { log } from "#app/server/log.server.ts";
import { createAuth } from "./library.server.ts";
import { TooBusy, withHashingPriority } from "./password.server.ts";

type Auth = ReturnType<typeof createAuth>;
export type AuthApi = Auth["api"];

let auth: Auth | null = null;

export function openAuth(database: Database, settings: Settings): void {
  auth = createAuth(database, settings);
}

export function closeAuth(): void {
  auth = null;
}

/** Throws before {@link openAuth}. */
export function getAuth(): Auth {
  if (!auth) throw new Error("Sign-in is not open.");
  return auth;
}

/** The front gate has checked the origin, so a missing one counts as the site's here too. */
export function headersWithOrigin({ headers: given, url }: Request): Headers {
  const headers = new Headers(given);
  if (!headers.has("origin")) headers.set("origin", new URL(url).origin);
  return headers;
}

export function handleAuthRequest(request: Request): Promise<Response> {
  return respond(() =>
    getAuth().handler(new Request(request, { headers: headersWithOrigin(request) })),
  );
}

/** Turns errors into answers. A fault of ours becomes a 503 without details. */
export async function respond(work: () => Promise<Response>): Promise<Response> {
  try {
    return await withHashingPriority(work);
  } catch (error) {
    return errorResponse(error);
  }
}

export function errorResponse(error: unknown): Response {
  if (isAPIError(error) && error.statusCode < 500)
    return Response.json(error.body ?? {}, { status: error.statusCode, headers: error.headers });
  if (error instanceof TooBusy)
    return Response.json(
      { code: "BUSY", message: "Too many sign-ins at once." },
      { status: 429, headers: { "Retry-After": "5" } },
    );
  log.error({ err: error }, "sign-in does not answer");
  return new Response(null, { status: 503, headers: { "Retry-After": "5" } });
}
