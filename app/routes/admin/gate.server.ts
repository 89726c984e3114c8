import type { MiddlewareFunction } from "react-router";
import {
  administratorContext,
  requireAdministrator,
  requireUse,
} from "#app/features/auth/session.server.ts";
import { noteVisit } from "#app/features/dashboard/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";

/** Of every layout under /admin. A check in a loader can be bypassed: a data request names the routes it wants. */
export const adminGate: MiddlewareFunction<Response> = async (
  { request, context, pattern },
  next,
) => {
  const { sessionCookies, ...admitted } = await requireAdministrator(request);
  requireUse(admitted, pattern, request.method);
  context.set(administratorContext, admitted);
  const response = await next();
  noteVisit(getDb(), admitted);
  // An action that changed the session has set newer cookies.
  if (!response.headers.has("Set-Cookie"))
    for (const cookie of sessionCookies.getSetCookie())
      response.headers.append("Set-Cookie", cookie);
  return response;
};
