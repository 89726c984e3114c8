import { expect, test } from "vitest";
import { unbroken, unbrokenEnds, unbrokenRanges } from "./unbroken.ts";

const shown = (text: string) => text.replaceAll("\u00a0", "_").replaceAll("\u2060", "|");

test.for([
  ["Winter Musical, Friday, 4 December 2026", "Winter Musical, Friday, 4_December_2026"],
  ["Due Fri 4 Dec", "Due Fri_4_Dec"],
  ["Sent at 10:20 am AEDT", "Sent at 10:20_am_AEDT"],
] as const)("no line breaks within what belongs together: %s", ([text, kept]) => {
  expect(shown(unbroken(text))).toBe(kept);
});

test.for([
  ["Live piano, 6:00–9:00 pm", "Live piano, 6:00–|9:00_pm"],
  ["11:30 am–2:00 pm", "11:30_am–|2:00_pm"],
  [
    "Balance, due by Monday, 11 January 2027 (7 days before the event)",
    "Balance, due by Monday, 11_January_2027 (7_days_before_the_event)",
  ],
] as const)("nor, on a page, within a range or a rule: %s", ([text, kept]) => {
  expect(shown(unbrokenRanges(text))).toBe(kept);
});

test.for([
  ["Discovery session, 30 minutes", "Discovery session, 30_minutes"],
  [
    "Thu 26 Nov, 11:30 am–12:00 pm Melbourne (AEDT)\nThu 26 Nov, 9:30–10:00 am Tokyo (JST)",
    "Thu_26_Nov, 11:30_am–|12:00_pm Melbourne_(AEDT)\nThu_26_Nov, 9:30–|10:00_am Tokyo_(JST)",
  ],
] as const)("nor before the last word: %s", ([text, kept]) => {
  expect(shown(unbrokenEnds(text))).toBe(kept);
});
