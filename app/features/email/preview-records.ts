import { type AboutKind, aboutKindLabels, exampleRecord } from "./fields.ts";
import type { EmailRecord } from "./model.ts";
import type { RecordFields } from "./placeholders.ts";

export type PreviewRecord = { kind: AboutKind; label: string; record: RecordFields };

/** What a template can be previewed with: the newest record of each kind, else an example. */
export function previewRecordsOf(
  newest: readonly EmailRecord[],
  kinds: readonly AboutKind[],
): PreviewRecord[] {
  return kinds.map((kind) => {
    const found = newest.find(({ about }) => about.kind === kind);
    const words = aboutKindLabels[kind].one.replace(/^an? /, "");
    const noun = words.charAt(0).toUpperCase() + words.slice(1);
    return found
      ? { kind, label: `${noun}: ${found.about.label}`, record: found.record }
      : { kind, label: `${noun} (example)`, record: exampleRecord(kind) };
  });
}
