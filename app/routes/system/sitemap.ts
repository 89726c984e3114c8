import { shownPages } from "#app/content/visibility.ts";
import { placeholderOrigin } from "#app/document/origin.ts";

export function loader() {
  const urls = shownPages()
    .map(({ path }) => `  <url><loc>${placeholderOrigin}${path}</loc></url>`)
    .join("\n");
  const body = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls}
</urlset>
`;
  return new Response(body, { headers: { "Content-Type": "application/xml; charset=utf-8" } });
}
