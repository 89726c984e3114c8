import { expect, test } from "vitest";
import { wholeWords } from "./outbox.server.ts";

/** What never breaks stands in square brackets, what breaks only where it has to in braces. */
const shown = (text: string) =>
  wholeWords(`<p>${text}</p>`)
    .replace(/<span style="white-space:nowrap">(.*?)<\/span>/g, "[$1]")
    .replace(/<span style="display:inline-block">(.*?)<\/span>/g, "{$1}")
    .replace(/<\/?p>/g, "")
    .replaceAll("\u00a0", "_");

test.for([
  ["Invoice INV-0010 is attached.", "Invoice [INV-0010] is attached."],
  ["Credit note CN-0003 and 2026A-1234", "Credit note [CN-0003] and [2026A-1234]"],
  ["a well-known COVID-19, AMEB 5-6", "a well-known COVID-19, AMEB 5-6"],
  ["by Monday, 11 January 2027.", "by {Monday, 11_January_2027}."],
  ["Balance (7 days before the event)", "Balance [(7 days before the event)]"],
  ["Balance (the event is within 7 days)", "Balance [(the event is within 7 days)]"],
  ["Ada (ada@client.example)", "Ada (ada@client.example)"],
  ["<s>Wed 18 Mar, 11:00 pm London</s>", "<s>Wed_18_Mar, 11:00_pm London</s>"],
  ["Wed 18 Mar, 11:00 pm London", "{Wed_18_Mar, 11:00_pm} London"],
  ["Thu 19 Mar, 10:00–11:00 am Melbourne", "{Thu_19_Mar, [10:00–11:00_am]} Melbourne"],
  ["1:30 am BST–1:30 am GMT London", "[1:30_am_BST–1:30_am_GMT] London"],
  ["10 March 2026 at 1:00 pm AEDT", "10_March_2026 at_1:00_pm_AEDT"],
] as const)("%s", ([text, expected]) => {
  expect(shown(text)).toBe(expected);
});

test("addresses and styles stay as they are", () => {
  const html = '<a style="color:#fff" href="https://x.example/INV-0010?at 9">Go</a>';
  expect(wholeWords(html)).toBe(html);
});
