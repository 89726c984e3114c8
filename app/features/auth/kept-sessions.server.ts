import type { GenericEndpointContext } from "better-auth";
import { lifetimes } from "./model.ts";

/*
 * Sessions that are kept signed in on a device. The library knows one idle time for all sessions; it
 * reads it for each call anew, to write cookies and to prolong, so a call about a kept session has its own.
 */

const keptFor = lifetimes.keptSession.idle / 1000;

export function keepSession({ context }: GenericEndpointContext): void {
  context.sessionConfig = { ...context.sessionConfig, expiresIn: keptFor };
}

/** What a session that begins in this call has from it. */
export function lifetimeOf({ context }: GenericEndpointContext) {
  return context.sessionConfig.expiresIn === keptFor
    ? { kept: true, expiresAt: new Date(Date.now() + keptFor * 1000) }
    : { kept: false };
}
