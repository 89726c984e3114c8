import { expect, test } from "vitest";
import { expand } from "#tests/support/expand-calendar.ts";
import { aCalendar, anEvent, inMelbourne } from "#tests/support/foreign-calendars.ts";
import { blockReader } from "./ics.ts";
import { TooMuchToExpand } from "./expand.ts";

/* Calendars that are broken somewhere: all that can be read counts. */

const fine = anEvent("f", ...inMelbourne("20261002T090000", "20261002T100000"), "SUMMARY:Fine");
const start = "DTSTART:20261002T000000Z";
const anHour = "2026-10-02T00:00 2026-10-02T01:00 ";

test.each([
  ["a day that no calendar has", ["DTSTART:20260231T000000Z"]],
  ["an hour that no clock has", ["DTSTART:20261002T250000Z"]],
  ["words for a time", ["DTSTART:tomorrow"]],
  ["no time at all", ["SUMMARY:Some time"]],
])("an event with %s is left out and counted, the others stay", (_, lines) => {
  const { spans, skipped } = expand(aCalendar(...anEvent("b", ...lines), ...fine));
  expect([spans.length, skipped]).toEqual([1, 1]);
});

test.each([
  ["a line without a colon", ["DTEND:20261002T010000Z", "NONSENSE"]],
  ["a line break in its description", ["DURATION:PT1H", "DESCRIPTION:Bring", "", "a: pencil"]],
  ["an end before its start", ["DTEND:20261001T230000Z"]],
  ["an end that is no time", ["DTEND:later"]],
  ["an end that is no time and a length that is", ["DTEND:later", "DURATION:PT1H"]],
  ["a length that is none", ["DURATION:long"]],
  ["no end", []],
  ["a zone that is none", ["DTEND;TZID=:20261002T110000", "DURATION:PT1H"]],
  ["quotes that never end", ["DURATION:PT1H", 'LOCATION;ALTREP="x:Hall', 'ATTENDEE;CN="A:b']],
  ["a rule that is none", ["DURATION:PT1H", "RRULE:FREQ=SOMETIMES"]],
  ["an occurrence that is none", ["DURATION:PT1H", "RECURRENCE-ID:first", "EXDATE:x", "RDATE:y"]],
  ["a travel time that is none", ["DURATION:PT1H", "X-APPLE-TRAVEL-DURATION:soon"]],
  ["words for a number", ["DURATION:PT1H", "SEQUENCE:last", "STATUS:", "PRIORITY;:"]],
  ["an alarm that never ends", ["DURATION:PT1H", "BEGIN:VALARM", "TRIGGER:-PT1H"]],
])("an event with %s takes its time", (_, lines) => {
  const { spans, skipped } = expand(aCalendar(...anEvent("b", start, ...lines), ...fine));
  expect([spans, skipped]).toEqual([["2026-10-01T23:00 2026-10-02T00:00 Fine", anHour], 0]);
});

test.each([
  ["that is none", "FREQ=SOMETIMES"],
  ["for every second", "FREQ=SECONDLY"],
  ["that never comes true", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"],
  ["that says nothing", ""],
])("a rule %s: its first time counts, and it is told", (_, rule) => {
  const lines = anEvent("b", start, "DURATION:PT1H", `RRULE:${rule}`);
  expect(expand(aCalendar(...lines))).toEqual({ spans: [anHour], skipped: 0, partial: 1 });
});

test.each(["BYDAY=XX", "COUNT=many", "UNTIL=never", "INTERVAL=x", "X-NEW=1", "byday=fr"])(
  "a rule whose part %s can't be read is followed without it",
  (part) => {
    const lines = anEvent("b", start, "DURATION:PT1H", `RRULE:freq=weekly;${part}`);
    expect(expand(aCalendar(...lines))).toMatchObject({
      spans: [anHour, "2026-10-09T00:00 2026-10-09T01:00 "],
      partial: 0,
    });
  },
);

test("an event that never ends spoils none after it", () => {
  const cut = ["BEGIN:VEVENT", "UID:c", "DTSTART:20261002T000000Z"];
  expect(expand(aCalendar(...cut, ...fine, ...cut))).toMatchObject({
    skipped: 0,
    spans: [expect.stringContaining("Fine"), anHour, anHour],
  });
});

test.each([
  ["a web page", "<!doctype html><title>Sign in</title>", "no-calendar"],
  ["nothing", "", "no-calendar"],
  ["half of a calendar", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", "cut-off"],
])("%s is no calendar", (_, text, reason) => {
  expect(() => expand(text)).toThrow(reason);
});

test("a line of twenty megabytes is not searched again with each of its pieces", () => {
  const { add, end } = blockReader();
  add("BEGIN:VCALENDAR\r\nX-LONG:");
  for (let piece = 0; piece < 200_000; piece++) add("x".repeat(100));
  add("\r\nEND:VCALENDAR\r\n");
  expect(end().events).toEqual([]);
});

test("far too many busy times are refused rather than stored", () => {
  const hourly = Array.from({ length: 12 }, (_, at) =>
    anEvent(`h${at}`, "DTSTART:20260101T000000Z", "DURATION:PT1M", "RRULE:FREQ=HOURLY"),
  );
  const text = aCalendar(...hourly.flat());
  expect(() => expand(text, "2026-10-01T00:00Z", "2026-12-15T00:00Z")).toThrow(TooMuchToExpand);
});
