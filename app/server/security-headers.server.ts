import { createHash } from "node:crypto";
import { frameHosts } from "#app/content/site.ts";

const strict = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/**
 * The content policy of a document: its own inline scripts and styles are allowed by their hashes,
 * so the same rule serves pages made at build and pages rendered per request. Where the answer to a
 * form leads to another site, browsers want that site named in `formTargets`.
 */
export function documentPolicy(html: string, formTargets: readonly string[] = []): string {
  const scripts = hashes(html, /<script\b(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g);
  const styles = hashes(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g);
  return [
    "default-src 'none'",
    `script-src 'self' ${scripts}`,
    `style-src 'self' ${styles}`,
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

function hashes(html: string, pattern: RegExp): string {
  return [...new Set(Array.from(html.matchAll(pattern), ([, content]) => `'sha256-${createHash("sha256").update(content!).digest("base64")}'`))].join(" ");
}

/** The headers of every answer. Without a document policy nothing may be loaded or framed at all. */
export function securityHeaders(siteUrl: string, policy: string = strict): Record<string, string> {
  return {
    "Content-Security-Policy": policy,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
    ...(siteUrl.startsWith("https:") && { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }),
  };
}
