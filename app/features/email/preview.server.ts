import type { ReactElement } from "react";
import { getSettings } from "#app/server/env.server.ts";
import { gapNotice, isOptionalField } from "./fields.ts";
import { emailHtml } from "./outbox.server.ts";
import { fillParts, type RecordFields } from "./placeholders.ts";

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

/** Around a notice until it is HTML: nobody types these. */
const [start, end] = ["\ue000", "\ue001"];

/** Readable in light and dark. */
const mark = '<mark style="background-color:#a3211b;color:#ffffff">';

/** Like `fill`, but for {@link previewHtml}. */
export const fillMarked = (text: string, record: RecordFields) =>
  fillParts(text, record)
    .map(({ text: value, key, missing }) =>
      key && missing && !isOptionalField(key) ? `${start}${gapNotice(key)}${end}` : value,
    )
    .join("");

export const previewHtml = (body: ReactElement) =>
  emailHtml(body).replaceAll(start!, mark).replaceAll(end!, "</mark>");
