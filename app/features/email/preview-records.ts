import type { Day } from "#app/values/calendar.ts";
import {
  type AboutKind,
  aboutKindLabels,
  exampleRecord,
  fittingKinds,
  missingFields,
} from "./fields.ts";
import type { EmailRecord } from "./model.ts";
import type { RecordFields } from "./placeholders.ts";

export type PreviewRecord = { kind: AboutKind; label: string; record: RecordFields };

export function previewRecordsOf(
  newest: readonly EmailRecord[],
  kinds: readonly AboutKind[],
  today: Day,
): PreviewRecord[] {
  const found = kinds.flatMap((kind) => newest.filter(({ about }) => about.kind === kind));
  return [
    ...found.map(({ about: { kind, label }, record }) => ({
      kind,
      label: `${nounOf(kind)}: ${label}`,
      record,
    })),
    ...kinds.map((kind) => ({
      kind,
      label: `${nounOf(kind)} (example)`,
      record: exampleRecord(kind, today),
    })),
  ];
}

/** The first that fills every field: a gap would look like the template's fault. */
export const firstFilling = (records: readonly PreviewRecord[], texts: readonly string[]) =>
  Math.max(
    0,
    records.findIndex(
      ({ kind, record }) =>
        fittingKinds(texts, [kind]).length > 0 && missingFields(texts, record).length === 0,
    ),
  );

function nounOf(kind: AboutKind): string {
  const words = aboutKindLabels[kind].one.replace(/^an? /, "");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
