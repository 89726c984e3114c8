import { hash } from "node:crypto";
import { frameHosts } from "#app/content/calendars.ts";

const strict = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

export type InlineSources = { scripts: readonly string[]; styles: readonly string[] };

/** For pages made at build. JSON-LD is data, to which no policy applies. */
export function inlineHashes(html: string): InlineSources {
  return {
    scripts: hashes(
      html,
      /<script\b(?![^>]*(?:\bsrc=|"application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/g,
    ),
    styles: hashes(html, /<style\b[^>]*>([\s\S]*?)<\/style>/g),
  };
}

function hashes(html: string, pattern: RegExp): string[] {
  const contents = new Set(Array.from(html.matchAll(pattern), ([, content]) => content!));
  contents.delete("");
  return [...contents].map((content) => `'sha256-${hash("sha256", content, "base64")}'`);
}

/** For pages rendered per request, which are never cached. */
export function nonceSources(nonce: string): InlineSources {
  const source = [`'nonce-${nonce}'`];
  return { scripts: source, styles: source };
}

/** Browsers refuse a form that is redirected to another site unless `formTargets` names it. */
export function documentPolicy(
  { scripts, styles }: InlineSources,
  formTargets: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(" ")}`,
    `style-src ${["'self'", ...styles].join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    `frame-src ${["'self'", ...frameHosts()].join(" ")}`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For pages that load only pictures and fonts, and ask whether the site answers; pages of this site may frame them. */
export function plainDocumentPolicy({ scripts, styles }: InlineSources, hasWorker = false): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.join(" ")}`,
    `style-src ${styles.join(" ")}`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    ...(hasWorker ? ["worker-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

/** Without a policy nothing may be loaded or framed. */
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
