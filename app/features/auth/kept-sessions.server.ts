import type { GenericEndpointContext } from "better-auth";
import { lifetimes } from "./model.ts";

/* The library reads its idle time on each call, so calls about kept sessions set their own. */

const keptFor = lifetimes.keptSession.idle / 1000;

export function keepSession({ context }: GenericEndpointContext): void {
  context.sessionConfig = { ...context.sessionConfig, expiresIn: keptFor };
}

export function lifetimeOf({ context }: GenericEndpointContext) {
  return context.sessionConfig.expiresIn === keptFor
    ? { kept: true, expiresAt: new Date(Date.now() + keptFor * 1000) }
    : { kept: false };
}
