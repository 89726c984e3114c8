import { href } from "react-router";
import { contentState } from "#app/content/content.ts";
import { catchUpInTurn, wordsAt } from "#app/features/site-publishing/published.server.ts";
import { formerWords } from "#app/features/site-publishing/withdraw-testimonials.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/content";

/** For development, for copy that another process has just published, and for former copy. */
export async function loader({ params }: Route.LoaderArgs) {
  const asked = href("/content/:file", params);
  if (contentState().url !== asked) await catchUpInTurn(getDb());
  const { content, url } = contentState();
  const words = url === asked ? content : await formerWords(getDb(), asked);
  if (!words) throw new Response(null, { status: wordsAt(asked) ? 410 : 404 });
  return Response.json(words, {
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
