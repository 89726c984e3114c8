import { expect, test } from "vitest";
import { documentNames, siteDocuments } from "#app/content/documents.ts";

import { checkWords, type WordsContext } from "./words-check.ts";
import { readWords, wordsTexts } from "./words-form.ts";
import { knownFillIns } from "./words-context.server.ts";

const contextOf = (name: keyof typeof siteDocuments): WordsContext => ({
  fillIns: knownFillIns(name),
  uploads: {},
  today: "2026-11-22",
});

test.each(documentNames)("the defaults of %s pass the check, through a form and back", (name) => {
  const document = siteDocuments[name];
  const form = new FormData();
  for (const [path, text] of Object.entries(wordsTexts(document, document.default)))
    form.append(path, text);
  const { values } = readWords(document, form);
  expect(checkWords(document, values, contextOf(name))).toEqual({
    ok: true,
    value: document.default,
  });
});
