import { getSettings } from "#app/server/env.server.ts";

/** Built from `SITE_URL`, never from what a request says. */
export function absoluteUrl(path: string): string {
  return new URL(path, getSettings().SITE_URL).href;
}
