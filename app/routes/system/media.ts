import { pictureFormats } from "#app/server/database/enums.ts";
import { getPictureFile } from "#app/features/site-pictures/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { isUuid } from "#app/values/text.ts";
import type { Route } from "./+types/media";

const year = 31_536_000;

/** Only pictures that no public page shows; the others are sent from memory. */
export async function loader({ params: { file } }: Route.LoaderArgs) {
  const asked = readName(file);
  if (!asked) return new Response("Not found", { status: 404 });
  const bytes = await getPictureFile(getDb(), asked);
  // Nobody guesses a picture's id, so it was deleted. It may be uploaded again.
  if (!bytes)
    return new Response("Gone", { status: 410, headers: { "Cache-Control": "no-store" } });
  return new Response(Uint8Array.from(bytes), {
    headers: {
      "Content-Type": asked.format === "jpg" ? "image/jpeg" : `image/${asked.format}`,
      "Cache-Control": `private, max-age=${year}, immutable`,
      "X-Robots-Tag": "noindex",
    },
  });
}

function readName(file: string) {
  const [, id = "", width, extension] = /^([0-9a-f-]{36})-(\d{1,4})\.(\w+)$/.exec(file) ?? [];
  const format = pictureFormats.find((known) => known === extension);
  return format && isUuid(id) ? { id, width: Number(width), format } : null;
}
