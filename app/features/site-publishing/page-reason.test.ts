import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pageReason } from "./publish.server.ts";

const told = (message: string) =>
  `The Coaching page can't be made with these words: ${message} Nothing was published.`;
const untold =
  "The Coaching page can't be made with these words. The server's log says why. Nothing was published.";

/** What was thrown, as pages do it. */
function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test.each([
  [new Error("No such note."), "No such note."],
  [new Error("The page answered 500."), "The page answered 500."],
  [new Error("Only\n  one line"), "Only one line."],
  [new Error("n".repeat(1_000)), `${"n".repeat(200)}.`],
  [
    new Error("See https://react.dev/errors/31?args[]=a"),
    "See https://react.dev/errors/31?args[]=a.",
  ],
  ["Half past six", "Half past six."],
])("says what the error says: %s", (error, message) => {
  expect(pageReason("Coaching", error)).toBe(told(message));
});

test.each([
  ["a file that isn't there", thrownBy(() => readFileSync("/srv/my site/words.json"))],
  ["a file of the program", new Error("Failed in app/ui/picture.tsx:12")],
  ["an address of a file", new Error("Cannot load file:///srv/site.js")],
  ["a path of another system", new Error(String.raw`No C:\site\words`)],
  ["a statement", new Error('Failed query: select "name" from "pictures"\nparams: 1')],
  ["no message", new Error("")],
])("says nothing of %s", (_, error) => {
  expect(pageReason("Coaching", error)).toBe(untold);
});

test("leaves out the stack that some messages hold", () => {
  const error = new Error("No such note.\n    at render (/srv/site/build/server/index.js:1:2)");
  expect(pageReason("Coaching", error)).toBe(told("No such note."));
});
