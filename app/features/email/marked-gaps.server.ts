import type { ReactElement } from "react";
import { gapNotice, isOptionalField } from "./fields.ts";
import { emailHtml } from "./outbox.server.ts";
import { fillParts, type RecordFields } from "./placeholders.ts";

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
