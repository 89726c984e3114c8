import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentNames, siteDocuments } from "./documents.ts";
import { type ContentField, group, shortText, type SiteDocument, siteDocument } from "./fields.ts";

/*
 * What an owner has published must never get lost with a release: `released-fields.txt` names every
 * field that any release has had. A line stays there when its field goes; the document then says in
 * `renamed` where its words belong.
 */

const released = readFileSync(join(import.meta.dirname, "released-fields.txt"), "utf8")
  .trim()
  .split("\n");

/** `hero.headline text`; a list's entries are named without a number. */
function fieldLines(field: ContentField, path: readonly string[]): string[] {
  switch (field.kind) {
    case "fixed":
      return [];
    case "group":
      return Object.entries(field.fields).flatMap(([name, inner]) =>
        fieldLines(inner, [...path, name]),
      );
    case "list":
      return [`${path.join(".")} list`, ...fieldLines(field.item, path)];
    default:
      return [`${path.join(".")} ${field.kind}`];
  }
}

/** What is wrong with the documents' fields, beside those of earlier releases. */
function undeclared(documents: Readonly<Record<string, SiteDocument>>, lines: readonly string[]) {
  const today = new Set(
    Object.entries(documents).flatMap(([name, document]) => fieldLines(document, [name])),
  );
  const paths = new Set([...today].map((line) => line.split(" ")[0]));
  return lines.filter((line) => {
    if (today.has(line)) return false;
    const [document = "", ...path] = line.split(" ")[0]!.split(".");
    const renamed = documents[document]?.renamed ?? {};
    const to = Object.hasOwn(renamed, path.join(".")) ? renamed[path.join(".")] : undefined;
    return to === undefined || (to !== null && !paths.has(`${document}.${to}`));
  });
}

const home = siteDocument("Home", ["home"], { hero: group("Opening", {}) });
const withTitle = { hero: group("Opening", { title: shortText("Title", "") }) };

test("no field of a release goes without a declaration", () => {
  expect(undeclared(siteDocuments, released)).toEqual([]);
});

test("every field is in the list of released fields", () => {
  const lines = documentNames.flatMap((name) => fieldLines(siteDocuments[name], [name]));
  expect(lines.filter((line) => !released.includes(line))).toEqual([]);
});

test("the law finds a field that was dropped, renamed to nowhere or changed in kind", () => {
  const line = "home.hero.headline text";
  const renamed = (to: string | null) =>
    undeclared({ home: siteDocument("Home", [], withTitle, { "hero.headline": to }) }, [line]);
  expect(undeclared({ home }, [line])).toEqual([line]);
  expect(undeclared({}, [line])).toEqual([line]);
  expect(renamed("hero.gone")).toEqual([line]);
  expect(renamed("hero.title")).toEqual([]);
  expect(renamed(null)).toEqual([]);
  const asLink = ["home.hero.title link"];
  expect(undeclared({ home: siteDocument("Home", [], withTitle) }, asLink)).toEqual(asLink);
});
