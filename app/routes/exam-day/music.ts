import { readMusicOfDay } from "#app/features/ameb/exam-day.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/music";

/** Shown, not saved: a phone on the music stand. */
export async function loader({ params: { day }, context }: Route.LoaderArgs) {
  const pdf = await readMusicOfDay(getDb(), currentAdministrator(context), day);
  const headers = { "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff" };
  if (!pdf) return new Response("There is no sheet music for this day.", { status: 404, headers });
  return new Response(Uint8Array.from(pdf), {
    headers: {
      ...headers,
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="Music ${day}.pdf"`,
    },
  });
}
