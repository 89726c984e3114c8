import { href } from "react-router";
import { contentState } from "#app/content/content.ts";
import type { Route } from "./+types/content";

/** The words as the browser reads them; in production a file in memory goes before (static-files.server.ts). */
export function loader({ params }: Route.LoaderArgs) {
  const { content, url } = contentState();
  if (href("/content/:file", params) !== url) throw new Response(null, { status: 404 });
  return Response.json(content, {
    headers: { "Cache-Control": "public, max-age=31536000, immutable" },
  });
}
