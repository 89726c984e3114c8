import { expect, test } from "vitest";
import { documentLabels } from "#app/features/site-publishing/history.server.ts";
import { subjectUrls } from "./words.ts";

const urlOf = subjectUrls(documentLabels());
const words = (action: string, label = "Voice and piano") =>
  urlOf({ kind: "words", id: null, label, action });

test.each(["saved a draft of", "discarded the draft of"])(
  "who %s a document, in its form",
  (action) => {
    expect(words(action)).toBe("/admin/site/voicePiano");
  },
);

test.each(["published", "put back"])("what was %s, in the history of its document", (action) => {
  expect(words(action)).toBe("/admin/site/history?document=voicePiano");
});

test("a document of another release, in the whole history", () => {
  expect(words("saved a draft of", "Guest book")).toBe("/admin/site/history");
});

test("each document has a label of its own", () => {
  const labels = Object.values(documentLabels());
  expect(new Set(labels).size).toBe(labels.length);
});
