import { inlineHashes } from "#app/server/http/security-headers.server.ts";

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
