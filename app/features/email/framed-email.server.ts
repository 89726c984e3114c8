import { getSettings } from "#app/server/env.server.ts";

/** @param allowed lets its links open windows, or the page around it read its height */
export function framedEmail(
  html: string | null,
  allowed: "allow-popups" | "allow-same-origin",
): Response {
  return new Response(html ?? "This email doesn't exist.", {
    status: html === null ? 404 : 200,
    headers: {
      "Content-Type": html === null ? "text/plain; charset=utf-8" : "text/html; charset=utf-8",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'unsafe-inline'; img-src ${getSettings().SITE_URL}/email/; ` +
        `sandbox ${allowed}; ` +
        "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      // Only the admin may frame it.
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
