import { expect, test } from "vitest";
import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { ContentField, WordsField } from "#app/content/fields.ts";
import { isLogo } from "#app/features/site-pictures/model.ts";
import { cutCharacters } from "#app/values/text.ts";
import { dbTest } from "#tests/support/db.ts";
import { owner } from "#tests/support/factories.ts";
import { randomFrom } from "#tests/support/random.ts";
import { wordsForm, wordsTexts } from "#tests/support/words-forms.ts";
import { saveDraft } from "#app/features/site-publishing/commands.server.ts";
import { getSiteDocument } from "./queries.server.ts";
import { checkWords, knownFillIns, readWords } from "./words-form.server.ts";

const rounds = 20;

function chooser(seed: number) {
  const random = randomFrom(seed);
  const below = (count: number) => Math.floor(random() * count);
  return { below, of: <T>(all: readonly T[]): T => all[below(all.length)]! };
}
type Chooser = ReturnType<typeof chooser>;

const letters = [..."abc <b>&\"'%+=;é李🎹{}"];

/** Begins with a number that no other text has. */
function validText({ below, of }: Chooser, count: number, { most, lines }: WordsField): string {
  const typed = Array.from({ length: below(most) }, () => of(letters)).join("");
  const text = `${count}${typed.replace(/\{+/g, "{")}`;
  const fillIn = most > 60 ? of(["", "{{first_name}}"]) : "";
  const paragraphs = lines ? of(["", "\n\n", "\n"]) : "";
  return `${cutCharacters(text, Math.max(most - 20, 10)).trim()}${paragraphs}${fillIn}`.trim();
}

/** One that the check takes, of any shape that the field allows. */
function valid(field: ContentField, choose: Chooser, at: { count: number }): unknown {
  const { below, of } = choose;
  at.count++;
  switch (field.kind) {
    case "fixed":
      return field.default;
    case "group":
      return Object.fromEntries(
        Object.entries(field.fields).map(([name, inner]) => [name, valid(inner, choose, at)]),
      );
    case "list": {
      const length = field.least + below(field.most - field.least + 1);
      return Array.from({ length }, () => valid(field.item, choose, at));
    }
    case "text":
      return field.plain ? `Plain ${at.count}` : validText(choose, at.count, field);
    case "link":
      return field.only ? "https://example.com/?a=b%20c" : of(["/about", "tel:+61491570006"]);
    case "calendar":
      return of(["own", "https://example.com/?a=b%20c"]);
    case "choice":
      return of(Object.keys(field.options));
    case "email":
      return "me@example.com";
    case "price":
      return below(99_999_99 + 1);
    case "number":
      // Each once: no two sessions may be as long.
      return Math.min(field.least + at.count, field.most);
    case "shown":
      return of([true, false]);
    case "rating":
      return of([null, 1, 2, 3, 4, 5]);
    case "day":
      return of(["2020-02-29", "1999-12-31"]);
    case "picture":
      if (isLogo(field.shape)) return field.default;
      return {
        name: { portrait: "headshot", landscape: "choir", share: "share/about" }[field.shape],
        alt: of(["", "A choir", "{{first_name}}"]),
      };
  }
}

const contextOf = (name: DocumentName) => ({
  fillIns: knownFillIns(name),
  uploads: {},
  today: "2026-03-10",
});

test.each(documentNames)("any valid %s comes out of its form as it went in", (name) => {
  const document = siteDocuments[name];
  for (let seed = 1; seed <= rounds; seed++) {
    const values = valid(document, chooser(seed), { count: 0 });
    const read = readWords(document, wordsForm(wordsTexts(document, values)));
    expect(checkWords(document, read, contextOf(name))).toEqual({ ok: true, value: values });
  }
});

const junk = [
  "",
  "0",
  "-1",
  "999999",
  "1e9",
  "NaN",
  "null",
  "__proto__",
  "javascript:alert(1)",
  "//evil.example",
  "{{nonsense}}",
  "\0\u202e",
  "\ud83c",
  "a".repeat(5_000),
];

/** Posts of any of its fields, and of some that it doesn't have, anything. */
function junkForm(name: DocumentName, { below, of }: Chooser): FormData {
  const document = siteDocuments[name];
  const paths = Object.keys(wordsTexts(document, document.default));
  const form = new FormData();
  for (let count = below(12); count >= 0; count--) {
    const path = of([...paths, ...paths, "__proto__.x", "toString", "0.0.0", ""]);
    form.append(path, of(junk));
  }
  const operation = of(["add", "remove", "up", "down", "default", ""]);
  form.append("do", `${operation}:${of(paths)}${of(["", ".0", ".99", ".__proto__", "."])}`);
  if (below(4) === 0) form.append(of(paths), new Blob(["x"]), "x.txt");
  return form;
}

dbTest("junk never throws, and what is stored of it passes the check", async ({ db }) => {
  for (const name of documentNames) {
    let version = 0;
    for (let seed = 1; seed <= rounds; seed++) {
      const document = siteDocuments[name];
      const values = readWords(document, junkForm(name, chooser(seed)));
      const context = { ...contextOf(name), today: "2026-12-01" };
      const outcome = await saveDraft(db, owner, name, { version, values }, new Date("2026-12-01"));
      expect(outcome.ok).toBe(checkWords(document, values, context).ok);
      if (!outcome.ok) continue;
      version = outcome.version;
      const stored = await getSiteDocument(db, owner, name);
      const again = checkWords(document, stored.values, context);
      expect(again).toEqual({ ok: true, value: stored.values });
    }
  }
});
