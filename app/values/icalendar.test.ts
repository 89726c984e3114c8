import { describe, expect, test } from "vitest";
import { parseCalendar } from "#tests/support/icalendar.ts";
import { type CalendarEvent, calendarFile } from "./icalendar.ts";

const event: CalendarEvent = {
  uid: "an-id",
  version: 3,
  changedAt: new Date("2026-03-10T02:00:00Z"),
  day: "2026-06-20",
  start: "10:40",
  end: "11:10",
  summary: "AMEB Grade 5",
  location: null,
  description: [],
  url: "https://admin.example/admin",
  isConfirmed: true,
};

const file = (...events: Partial<CalendarEvent>[]) =>
  calendarFile(
    "Breath & Key",
    events.map((given, index) => ({ ...event, uid: `id-${index}`, ...given })),
    "site.example",
  );
const parsed = (given: Partial<CalendarEvent>) => parseCalendar(file(given))[0]!;

test("an event says its id, its version and when it was last changed", () => {
  expect(parsed({ location: "Kew" })).toMatchObject({
    UID: "id-0@site.example",
    SEQUENCE: "3",
    "LAST-MODIFIED": "20260310T020000Z",
    DTSTAMP: "20260310T020000Z",
    STATUS: "CONFIRMED",
    LOCATION: "Kew",
    URL: "https://admin.example/admin",
  });
  expect(parsed({ isConfirmed: false, isFree: true })).toMatchObject({
    STATUS: "TENTATIVE",
    TRANSP: "TRANSPARENT",
  });
});

test("a calendar without events is one", () => {
  expect(parseCalendar(file())).toEqual([]);
});

describe("Melbourne's time, by the file's own time zone", () => {
  // Clocks go forward at 2:00 on 4 October 2026 and back at 3:00 on 5 April 2026.
  test.each([
    ["in winter", "2026-06-20", "10:40", "11:10", "2026-06-20T00:40", "2026-06-20T01:10"],
    ["in summer", "2026-12-20", "10:40", "11:10", "2026-12-19T23:40", "2026-12-20T00:10"],
    ["past midnight", "2026-12-31", "21:00", "01:00", "2026-12-31T10:00", "2026-12-31T14:00"],
    ["to midnight", "2026-12-31", "21:00", "00:00", "2026-12-31T10:00", "2026-12-31T13:00"],
    [
      "while clocks go forward",
      "2026-10-03",
      "22:00",
      "04:00",
      "2026-10-03T12:00",
      "2026-10-03T17:00",
    ],
    [
      "while clocks go back",
      "2026-04-04",
      "22:00",
      "04:00",
      "2026-04-04T11:00",
      "2026-04-04T18:00",
    ],
    [
      "on the day they go forward",
      "2026-10-04",
      "10:40",
      "11:10",
      "2026-10-03T23:40",
      "2026-10-04T00:10",
    ],
    [
      "on the day they go back",
      "2026-04-05",
      "10:40",
      "11:10",
      "2026-04-05T00:40",
      "2026-04-05T01:10",
    ],
    ["without an end", "2026-06-20", "18:00", null, "2026-06-20T08:00", "2026-06-20T09:00"],
  ])("%s", (_when, day, start, end, from, until) => {
    expect(parsed({ day, start, end })).toMatchObject({
      start: `${from}:00.000Z`,
      end: `${until}:00.000Z`,
    });
  });

  test("of a time that the database wrote with its seconds", () => {
    expect(parsed({ start: "10:40:00", end: "11:10:00" })).toMatchObject({
      DTSTART: "20260620T104000",
      DTEND: "20260620T111000",
    });
  });
});

test("a day without a time is a whole day", () => {
  expect(parsed({ start: null, end: null })).toMatchObject({
    start: "2026-06-20",
    end: "2026-06-21",
  });
  expect(parsed({ day: "2026-12-31", start: null })).toMatchObject({ end: "2027-01-01" });
});

test("impossible days are left out, and the last day of 9999 is included", () => {
  const days = ["infinity", "-infinity", "12345-01-01", "0044-03-15 BC", "9999-12-31"];
  const events = parseCalendar(file(...days.map((day) => ({ day, start: null, end: null }))));
  expect(events.map(({ start, end }) => [start, end])).toEqual([["9999-12-31", null]]);
});

test("an impossible instant of change is the first there is", () => {
  for (const changedAt of [new Date(Number.NaN), new Date("+012345-01-01T00:00:00Z")])
    expect(parsed({ changedAt })["LAST-MODIFIED"]).toBe("19700101T000000Z");
});

test.each(["\r", "\n", "\r\n", "\u2028", "\u2029", "\u0085", "\v", "\f"])(
  "the line break %j in a name is escaped",
  (lineBreak) => {
    const calendar = file({ summary: `Mei${lineBreak}END:VEVENT\u0000` });
    expect(parseCalendar(calendar)[0]!.SUMMARY).toBe("Mei\nEND:VEVENT");
  },
);

test.each([
  "Mei, Lucas; and a very long family name that needs more than one line 🎻🎻🎻🎻🎻🎻🎻🎻🎻🎻",
  String.raw`C:\new, a\;b\\n`,
  "ü".repeat(200),
  "",
])("the text %j comes back as it was", (summary) => {
  const description = [summary, "second line"];
  expect(parsed({ summary, description, location: summary || null })).toMatchObject({
    SUMMARY: summary,
    DESCRIPTION: `${summary}\nsecond line`,
  });
});

test.each([
  ["a line that ends like Unix's", (text: string) => text.replace("\r\n", "\n")],
  ["a long line", (text: string) => text.replace("SUMMARY:", `SUMMARY:${"x".repeat(80)}`)],
  ["an unescaped comma", (text: string) => text.replace("SUMMARY:", "SUMMARY:a, ")],
  ["an unknown time zone", (text: string) => text.replace("DTSTART;TZID=A", "DTSTART;TZID=B")],
  ["no SEQUENCE", (text: string) => text.replace(/SEQUENCE.*\r\n/, "")],
  ["an end before the start", (text: string) => text.replace("T111000", "T101000")],
])("these tests would notice %s", (_what, spoil) => {
  expect(() => parseCalendar(spoil(file({})))).toThrow("No calendar");
});
