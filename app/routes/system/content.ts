import { href } from "react-router";
import { contentState } from "#app/content/content.ts";
import { catchUpInTurn } from "#app/features/site-content/published.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { Route } from "./+types/content";

/** For development, and for copy that another process has just published. */
export async function loader({ params }: Route.LoaderArgs) {
  const asked = href("/content/:file", params);
  if (contentState().url !== asked) await catchUpInTurn(getDb());
  const { content, url } = contentState();
  if (url !== asked) throw new Response(null, { status: 404 });
  return Response.json(content, {
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
