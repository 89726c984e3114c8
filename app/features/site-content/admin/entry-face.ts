import type { ContentField, ContentFields } from "#app/content/fields.ts";
import { withFillInNames } from "../fill-in-names.ts";

export type EntryFace = { name: string; line: string; picture: string };

const mostOpen = 3;

export const isFoldedAmong = (item: ContentField | undefined, count: number) =>
  count > mostOpen && (item?.kind === "picture" || (item?.kind === "group" && !isSlim(item)));

export const foldsParts = (fields: ContentFields) => {
  const groups = Object.values(fields).filter(({ kind }) => kind === "group");
  return isFoldedAmong(groups[0], groups.length);
};

export const isSlim = (item: ContentField) =>
  item.kind === "group" && Object.values(item.fields).every(isShortText);

const isShortText = (field: ContentField) =>
  ["price", "number", "email"].includes(field.kind) ||
  (field.kind === "text" && !field.lines && field.most <= 120);

/** `title` is the name if no text of the entry names it; `read` takes a path within the entry. */
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

export const readIn = (value: unknown) => (path: string) =>
  withFillInNames(
    String(
      path
        .split(".")
        .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | null)?.[key], value) ??
        "",
    ),
  );
