import { frameAddresses, frameHosts } from "#app/content/calendars.ts";
import { getSettings } from "#app/server/env.server.ts";
import { knownAnswer } from "#app/server/outbound/frame-check.server.ts";
import type { Route } from "./+types/frame-check";

/** Only calendars in the site's content can be checked. */
export async function loader({ request }: Route.LoaderArgs) {
  const address = new URL(request.url).searchParams.get("address") ?? "";
  const headers = { "Cache-Control": "no-store" };
  if (!frameAddresses().includes(address)) return Response.json(false, { status: 404, headers });
  const answers = await knownAnswer(address, {
    siteOrigin: getSettings().SITE_URL,
    frameOrigins: frameHosts(),
  });
  return Response.json(answers, { headers });
}
