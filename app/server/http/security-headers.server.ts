import { hash } from "node:crypto";
import { frameHosts } from "#app/content/site.ts";

const strict = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/** Hashes by which a content security policy allows the inline scripts and styles of a document. */
export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** The hashes for a document or a part of one. JSON-LD is data, to which no policy applies. */
export function inlineSources(html: string): InlineSources {
  return {
    scripts: hashes(
      html,
      /<script\b(?![^>]*(?:\bsrc=|"application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
    styles: hashes(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g),
  };
}

function hashes(html: string, pattern: RegExp): string[] {
  return Array.from(
    html.matchAll(pattern),
    ([, content]) => `'sha256-${hash("sha256", content!, "base64")}'`,
  );
}

/**
 * The content security policy of a document. Inline scripts and styles are allowed by their hashes,
 * so the same rule serves pages made at build and pages rendered per request. Browsers also refuse
 * a form whose answer redirects to another site, unless `formTargets` names that site.
 */
export function documentPolicy(
  pieces: readonly InlineSources[],
  formTargets: readonly string[] = [],
): string {
  const all = (kind: keyof InlineSources) =>
    [...new Set(pieces.flatMap((piece) => piece[kind]))].join(" ");
  return [
    "default-src 'none'",
    `script-src 'self' ${all("scripts")}`,
    `style-src 'self' ${all("styles")}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${frameHosts.join(" ")}`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The headers of every answer. Without a document's policy nothing may be loaded or framed at all. */
export function securityHeaders(siteUrl: string, policy: string = strict): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(siteUrl.startsWith("https:") && {
      "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
    }),
  };
}
