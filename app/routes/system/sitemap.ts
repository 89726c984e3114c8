import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { letterPath } from "#app/ui/letter-path.ts";
import { shownPages } from "#app/content/visibility.ts";
import { placeholderOrigin } from "#app/document/origin.ts";

export function loader() {
  const { letters } = content();
  const archive = letters.length > 0 ? [href("/letters"), ...letters.map(letterPath)] : [];
  const urls = [...shownPages().map(({ path }) => path), ...archive]
    .map((path) => `  <url><loc>${placeholderOrigin}${path}</loc></url>`)
    .join("\n");
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
  return new Response(body, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
