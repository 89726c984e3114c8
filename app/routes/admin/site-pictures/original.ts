import { getOriginal } from "#app/features/site-pictures/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/original";

/** The whole photograph, for choosing the focus point. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const original = await getOriginal(getDb(), currentAdministrator(context), params.id);
  if (!original) return new Response("This picture doesn't exist.", { status: 404 });
  return new Response(Uint8Array.from(original), {
    headers: { "Content-Type": "image/webp", "Cache-Control": "no-store" },
  });
}
