import { getSettings } from "#app/server/env.server.ts";

/** From `SITE_URL`, never from the request. */
export function absoluteUrl(path: string): string {
  return new URL(path, getSettings().SITE_URL).href;
}
