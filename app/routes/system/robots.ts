import { placeholderOrigin } from "#app/document/origin.ts";

/** Quotes and the login rely on `noindex`, which a robot must be allowed to read. */
export function loader() {
  return new Response(
    `User-agent: *\nDisallow: /admin\n\nSitemap: ${placeholderOrigin}/sitemap.xml\n`,
    {
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    },
  );
}
