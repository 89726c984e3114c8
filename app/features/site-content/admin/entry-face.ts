import type { ContentField, ContentFields } from "#app/content/fields.ts";
import { withFillInNames } from "../fill-in-names.ts";

/** What a closed entry shows of itself. */
export type EntryFace = { name: string; line: string; picture: string };

/** Entries of a kind that stand open; more of them are folded. */
const mostOpen = 3;

/** Whether so many entries are folded: lines of text and pictures are, what fits one row isn't. */
export const isFoldedAmong = (item: ContentField | undefined, count: number) =>
  count > mostOpen && (item?.kind === "picture" || (item?.kind === "group" && !isSlim(item)));

/** Whether the groups within a part are folded, and have lines of their own instead of a box. */
export const foldsParts = (fields: ContentFields) => {
  const groups = Object.values(fields).filter(({ kind }) => kind === "group");
  return isFoldedAmong(groups[0], groups.length);
};

/** A group of figures and short texts. */
export const isSlim = (item: ContentField) =>
  item.kind === "group" && Object.values(item.fields).every(isShortText);

const isShortText = (field: ContentField) =>
  ["price", "number", "email"].includes(field.kind) ||
  (field.kind === "text" && !field.lines && field.most <= 120);

/**
 * @param title where no text of the entry names it
 * @param read a text of the entry, by its path within it
 */
export function faceOf(
  item: ContentField,
  title: string,
  read: (path: string) => string,
): EntryFace {
  if (item.kind === "picture") return { name: title, line: read("alt"), picture: read("name") };
  const fields: ContentFields = item.kind === "group" ? item.fields : {};
  const texts = Object.entries(fields).filter(([, { kind }]) => kind === "text" || kind === "link");
  const named = texts.find(([, field]) => field.kind === "text" && !field.lines);
  const line = texts.find((each) => each !== named);
  const [picture] = Object.entries(fields).find(([, { kind }]) => kind === "picture") ?? [];
  return {
    name: (named && read(named[0])) || title,
    line: line ? read(line[0]) : "",
    picture: picture ? read(`${picture}.name`) : "",
  };
}

/** Of a value, as the form shows it. */
export const readIn = (value: unknown) => (path: string) =>
  withFillInNames(
    String(
      path
        .split(".")
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value) ??
        "",
    ),
  );
