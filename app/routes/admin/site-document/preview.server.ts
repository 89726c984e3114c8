import { siteDocuments } from "#app/content/documents.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { documentPages, knownDocument } from "#app/features/site-editor/open-document.server.ts";
import { contentWith } from "#app/features/site-publishing/published.server.ts";
import { getSiteDocument } from "#app/features/site-content/queries.server.ts";
import { renderPage } from "#app/features/site-publishing/renderer.server.ts";
import { readWords } from "#app/features/site-content/words-form.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { inlineHashes } from "#app/server/http/security-headers.server.ts";

export async function previewPage(
  param: string,
  by: Administrator,
  { page, form }: { page: string | null; form?: FormData },
): Promise<Response> {
  const name = knownDocument(param);
  const pages = documentPages(name);
  const { path, key } = pages.find((one) => one.key === page) ?? pages[0]!;
  const { values } = await getSiteDocument(getDb(), by, name);
  const document = siteDocuments[name];
  const shown = form ? readWords(document, form, values, { keepsUnread: false }) : values;
  return framedPage(await renderPage(path, await contentWith(getDb(), name, shown, key)));
}

/** A public page for a frame in the admin: no scripts, links, forms or outside content. */
export function framedPage(html: string): Response {
  const still = html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="(?:modulepreload|manifest)"[^>]*>/g, "")
    // Browsers may not match `scripting: none` in a frame without scripts.
    .replace('media="(scripting: none)"', 'media="all"')
    .replace(/(<a\b[^>]*?) href="[^"]*"/g, "$1")
    .replace(/(<form\b[^>]*?) action="[^"]*"/g, "$1")
    .replace(/(<iframe\b[^>]*?) src="[^"]*"/g, "$1");
  return new Response(still, {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": framedPolicy(inlineHashes(still).styles),
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
      "Referrer-Policy": "no-referrer",
    },
  });
}

const framedPolicy = (styles: readonly string[]) =>
  [
    "default-src 'none'",
    `style-src ${["'self'", ...styles].join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-same-origin",
  ].join("; ");
