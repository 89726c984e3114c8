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

/** The process's sign-in library. Throws before {@link openAuth}. */
export function getAuth(): Auth {
  if (!auth) throw new Error("Sign-in is not open.");
  return auth;
}

/**
 * The headers of a request for the sign-in library. The front gate has judged where it comes from, by
 * more than the library looks at; a request without an origin is taken as the site's own here too.
 */
export function headersWithOrigin({ headers: given, url }: Request): Headers {
  const headers = new Headers(given);
  if (!headers.has("origin")) headers.set("origin", new URL(url).origin);
  return headers;
}

/** Answers a request at one of the paths under /api/auth. */
export function handleAuthRequest(request: Request): Promise<Response> {
  return respond(() =>
    getAuth().handler(new Request(request, { headers: headersWithOrigin(request) })),
  );
}

/** Runs sign-in work; what it throws becomes an answer. A fault of ours is a 503 that says nothing. */
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
