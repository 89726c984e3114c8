import {
  type ContentField,
  type GroupField,
  type ListField,
  ownCalendar,
  type PictureValue,
} from "#app/content/fields.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { withFillInNames } from "../fill-in-names.ts";
import { matchEntries } from "./match-entries.ts";
import type { WordChange } from "./model.ts";
import { wholeDiff, wordsDiff } from "./words-diff.ts";

export function changesBetween(document: GroupField, before: unknown, after: unknown) {
  return groupChanges(document, before, after, []);
}

function groupChanges(
  { fields }: GroupField,
  before: unknown,
  after: unknown,
  labels: readonly string[],
): WordChange[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === "fixed") return [];
    const of = (whole: unknown) => (whole as Record<string, unknown>)[name];
    return fieldChanges(field, of(before), of(after), [...labels, field.label]);
  });
}

function fieldChanges(
  field: Exclude<ContentField, { kind: "fixed" }>,
  before: unknown,
  after: unknown,
  labels: readonly string[],
): WordChange[] {
  if (field.kind === "group") return groupChanges(field, before, after, labels);
  if (field.kind === "list")
    return listChanges(field, before as unknown[], after as unknown[], labels);
  if (isSame(before, after)) return [];
  const label = labels.join(" › ");
  if (field.kind === "picture")
    return [{ kind: "picture", label, before: shown(before), after: shown(after) }];
  const [was, is] = [sayValue(field, before), sayValue(field, after)];
  const parts = field.kind === "text" ? wordsDiff(was, is) : wholeDiff(was, is);
  return [{ kind: "text", label, parts }];
}

function listChanges(
  field: ListField,
  before: readonly unknown[],
  after: readonly unknown[],
  labels: readonly string[],
): WordChange[] {
  const { item } = field;
  if (item.kind === "fixed") return [];
  const { pairs, added, removed, moved } = matchEntries(before, after, (entry) =>
    sayEntry(item, entry),
  );
  const place = (index: number) => [...labels.slice(0, -1), `${item.label} ${index + 1}`];
  const entryChange = (kind: "added" | "removed", entry: unknown, index: number): WordChange => ({
    kind,
    label: place(index).join(" › "),
    text: sayEntry(item, entry),
  });
  return [
    ...removed.map((index) => entryChange("removed", before[index], index)),
    ...after.flatMap((entry, index): WordChange[] => {
      if (added.includes(index)) return [entryChange("added", entry, index)];
      const earlier = pairs.get(index)!;
      const label = place(index).join(" › ");
      const move: WordChange[] = moved.has(index)
        ? [{ kind: "moved", label, from: earlier + 1, to: index + 1 }]
        : [];
      return [...move, ...fieldChanges(item, before[earlier], entry, place(index))];
    }),
  ];
}

/** `src` is null here: the caller finds the file. */
function shown(value: unknown) {
  const { name, alt } = value as PictureValue;
  return { name, alt: withFillInNames(alt), src: null };
}

const isSame = (before: unknown, after: unknown) =>
  JSON.stringify(before) === JSON.stringify(after);

function sayEntry(field: ContentField, value: unknown): string {
  switch (field.kind) {
    case "fixed":
      return "";
    case "group":
      return Object.entries(field.fields)
        .map(([name, part]) => sayEntry(part, (value as Record<string, unknown>)[name]))
        .filter(Boolean)
        .join(" · ");
    case "list":
      return (value as readonly unknown[]).map((entry) => sayEntry(field.item, entry)).join(" · ");
    case "picture":
      return withFillInNames((value as PictureValue).alt) || "A decorative picture";
    default:
      return sayValue(field, value);
  }
}

function sayValue(field: ContentField, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  switch (field.kind) {
    case "price":
      return formatMoney(Number(value));
    case "calendar":
      return value === ownCalendar ? "My own booking pages" : String(value);
    case "rating":
      return `${String(value)} of 5`;
    case "day":
      return longDay(value as Parameters<typeof longDay>[0]);
    default:
      return withFillInNames(String(value));
  }
}
