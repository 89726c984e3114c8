import { getMailingJpeg } from "#app/features/newsletter/mailing-queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/email-picture";

const year = 31_536_000;

/** A newsletter's picture, for email apps, which show it in their own documents. */
export async function loader({ params: { file } }: Route.LoaderArgs) {
  const [, mailing, picture] = /^([0-9a-f-]{36})-([0-9a-f]{8})\.jpg$/.exec(file) ?? [];
  const bytes = mailing && picture ? await getMailingJpeg(getDb(), mailing, picture) : null;
  if (!bytes) return new Response("Not found", { status: 404 });
  return new Response(Uint8Array.from(bytes), {
    headers: {
      "Content-Type": "image/jpeg",
      "Cache-Control": `public, max-age=${year}, immutable`,
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Robots-Tag": "noindex",
    },
  });
}
