import { describe, expect, test } from "vitest";
import {
  aCalendar,
  anEvent,
  googleCalendar,
  icloudCalendar,
  inMelbourne,
  outlookCalendar,
  protonCalendar,
  weeklyFriday,
} from "#tests/support/foreign-calendars.ts";
import { expand, spansOf } from "#tests/support/expand-calendar.ts";

/* When the owner's other calendars say that she is busy. Melbourne's clocks change on 4 October 2026. */

test("a weekly Friday keeps its time on the clock when the clocks change", () => {
  expect(spansOf(weeklyFriday, "2026-09-24T00:00Z", "2026-10-11T00:00Z")).toEqual([
    "2026-09-25T07:00 2026-09-25T08:30 Choir",
    "2026-10-02T07:00 2026-10-02T08:30 Choir",
    "2026-10-09T06:00 2026-10-09T07:30 Choir",
  ]);
});

test("Google's: moved, left out, cancelled and ended events, a declined one, a birthday", () => {
  expect(expand(googleCalendar(), "2026-09-27T00:00Z", "2026-12-01T00:00Z")).toEqual({
    spans: [
      "2026-09-29T00:00 2026-09-29T01:30 Rehearsal, strings",
      "2026-10-07T04:00 2026-10-07T05:30 Rehearsal, strings",
      "2026-10-26T23:00 2026-10-27T00:30 Rehearsal, strings",
      "2026-11-02T23:00 2026-11-03T00:30 Rehearsal, strings",
    ],
    skipped: 0,
    partial: 0,
  });
});

test("iCloud's: days are Melbourne's, times without a zone too, zones need no definition", () => {
  expect(expand(icloudCalendar())).toEqual({
    spans: [
      "2026-10-04T13:00 2026-10-06T13:00 Daylesford",
      "2026-10-07T20:00 2026-10-07T20:45 Swim",
      "2026-10-09T08:00 2026-10-09T09:00 Call with Clara",
    ],
    skipped: 0,
    partial: 0,
  });
});

test("Outlook's: the names of Windows are zones, and who is tentative is busy", () => {
  expect(expand(outlookCalendar())).toEqual({
    spans: [
      "2026-10-04T22:00 2026-10-04T23:00 Busy",
      "2026-10-06T07:00 2026-10-06T08:00 Tentative",
    ],
    skipped: 0,
    partial: 0,
  });
});

test("Proton's: an event over midnight", () => {
  expect(expand(protonCalendar()).spans).toEqual(["2026-10-06T08:00 2026-10-06T14:00 Busy"]);
});

test.each(["20261004T100000+1100", "2026-10-04T10:00:00+11:00", "2026-10-03T23:00:00.000Z"])(
  "a time may be written as other programs write it: %s",
  (start) => {
    const lines = ["BEGIN:VEVENT", "UID:a@b", `DTSTART:${start}`, "END:VEVENT"];
    expect(spansOf(lines)).toEqual(["2026-10-03T23:00 2026-10-04T00:00 "]);
  },
);

test("days may be written without saying that they are days", () => {
  const day = anEvent("d", "DTSTART:20261002", "DTEND:20261002", "SUMMARY:Concert day");
  const camp = anEvent("c", "DTSTART:20261008", "DTEND:20261010", "SUMMARY:Camp");
  expect(spansOf([...day, ...camp])).toEqual([
    "2026-10-01T14:00 2026-10-02T14:00 Concert day",
    "2026-10-07T13:00 2026-10-09T13:00 Camp",
  ]);
});

test("a day ends at 24:00 and begins there", () => {
  const late = anEvent("l", ...inMelbourne("20261006T220000", "20261006T240000"));
  const next = anEvent("n", ...inMelbourne("20261006T2400", "20261007T0100"));
  expect(spansOf([...late, ...next])).toEqual([
    "2026-10-06T11:00 2026-10-06T13:00 ",
    "2026-10-06T13:00 2026-10-06T14:00 ",
  ]);
});

test("the time to travel that Apple's calendars know comes before the event", () => {
  const wedding = anEvent(
    "w",
    ...inMelbourne("20261010T140000", "20261010T170000"),
    "RRULE:FREQ=DAILY;COUNT=2",
    "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT1H30M",
    "X-APPLE-TRAVEL-START;ROUTING=CAR;VALUE=URI;X-TITLE=Home:",
  );
  expect(spansOf(wedding)).toEqual([
    "2026-10-10T01:30 2026-10-10T06:00 ",
    "2026-10-11T01:30 2026-10-11T06:00 ",
  ]);
});

test("a calendar that says no more than when its owner is busy", () => {
  const lines = [
    "BEGIN:VFREEBUSY",
    "DTSTART:20261001T000000Z",
    "DTEND:20261101T000000Z",
    "FREEBUSY:20261002T000000Z/PT1H,20261003T000000Z/20261003T020000Z",
    "FREEBUSY;FBTYPE=FREE:20261004T000000Z/PT1H",
    "FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261005T000000Z/PT30M",
    "FREEBUSY;FBTYPE=X-OTHER:20261006T000000Z/soon,never/PT1H",
    "END:VFREEBUSY",
  ];
  expect(expand(aCalendar(...lines))).toEqual({
    spans: [
      "2026-10-02T00:00 2026-10-02T01:00 ",
      "2026-10-03T00:00 2026-10-03T02:00 ",
      "2026-10-05T00:00 2026-10-05T00:30 ",
      "2026-10-06T00:00 2026-10-06T01:00 ",
    ],
    skipped: 1,
    partial: 0,
  });
});

describe("repeated events", () => {
  const at = (...lines: string[]) =>
    anEvent("one@other.example", ...inMelbourne("20261001T090000", "20261001T100000"), ...lines);

  test("a first time that its rule does not name counts", () => {
    expect(spansOf(at("RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2"))).toHaveLength(3);
  });

  test.each([
    ["20261003T090000", 3],
    ["20261002T230000Z", 3],
    ["20261002T225959Z", 2],
    ["20261003", 3],
  ])("the last one at %s: %i of them", (until, count) => {
    expect(spansOf(at(`RRULE:FREQ=DAILY;UNTIL=${until}`))).toHaveLength(count);
  });

  test("dates are added and left out, whatever way they are written in", () => {
    const spans = spansOf(
      at(
        "RRULE:FREQ=DAILY;COUNT=4",
        "EXDATE:20261001T230000Z,20261002T000000Z",
        "EXDATE;VALUE=DATE:20261004",
        "RDATE;TZID=Australia/Melbourne:20261006T120000,20261001T090000",
        "RDATE;VALUE=PERIOD:20261007T000000Z/PT2H,20261008T000000Z/20261008T003000Z",
      ),
    );
    expect(spans).toEqual([
      "2026-09-30T23:00 2026-10-01T00:00 ",
      "2026-10-02T23:00 2026-10-03T00:00 ",
      "2026-10-06T01:00 2026-10-06T02:00 ",
      "2026-10-07T00:00 2026-10-07T02:00 ",
      "2026-10-08T00:00 2026-10-08T00:30 ",
    ]);
  });

  test("of two versions of one occurrence the later one counts, and a free one is free", () => {
    const moved = (time: string, ...lines: string[]) =>
      anEvent(
        "one@other.example",
        "RECURRENCE-ID:20261001T230000Z",
        ...inMelbourne(`20261002T${time}0000`, `20261002T${time}3000`),
        ...lines,
      );
    const series = at("RRULE:FREQ=DAILY;COUNT=2");
    const versions = [...moved("15", "SEQUENCE:3"), ...moved("12", "SEQUENCE:2")];
    expect(spansOf([...versions, ...series])[1]).toBe("2026-10-02T05:00 2026-10-02T05:30 ");
    expect(spansOf([...series, ...moved("15", "TRANSP:TRANSPARENT")])).toHaveLength(1);
  });

  test("an occurrence that was moved into the window from outside counts", () => {
    const moved = anEvent(
      "one@other.example",
      "RECURRENCE-ID;TZID=Australia/Melbourne:20270401T090000",
      ...inMelbourne("20261010T090000", "20261010T100000"),
    );
    expect(spansOf([...at("RRULE:FREQ=MONTHLY"), ...moved])).toHaveLength(2);
  });

  test("one that lasts over the night when clocks change ends at its time on the clock", () => {
    const night = (end: string) =>
      spansOf(anEvent("n", "DTSTART;TZID=Australia/Melbourne:20261003T220000", end))[0];
    expect(night("DTEND;TZID=Australia/Melbourne:20261004T060000")).toContain("2026-10-03T19:00");
    expect(night("DURATION:PT8H")).toContain("2026-10-03T20:00");
  });

  test("every year from long ago is found", () => {
    const yearly = anEvent("y", "DTSTART;VALUE=DATE:19631009", "RRULE:FREQ=YEARLY");
    expect(spansOf(yearly)).toEqual(["2026-10-08T13:00 2026-10-09T13:00 "]);
  });
});

test("the bounds of the window are its own: what reaches into it counts, what touches it does not", () => {
  const hour = (uid: string, start: string, end: string) =>
    anEvent(uid, `DTSTART:${start}`, `DTEND:${end}`, `SUMMARY:${uid}`);
  const lines = [
    ...hour("touches", "20260930T230000Z", "20261001T000000Z"),
    ...hour("reaches", "20260901T000000Z", "20261001T000001Z"),
    ...hour("last", "20261014T235959Z", "20261015T010000Z"),
    ...hour("after", "20261015T000000Z", "20261015T010000Z"),
    ...hour("none", "20261005T000000Z", "20261005T000000Z"),
  ];
  const spans = spansOf(lines, "2026-10-01T00:00Z");
  expect(spans.map((span) => span.split(" ")[2])).toEqual(["reaches", "last"]);
});

describe("time zones", () => {
  const startOf = (tzid: string, ...definition: string[]) =>
    spansOf([
      ...definition,
      ...anEvent("z", `DTSTART;TZID=${tzid}:20261006T120000`, "DURATION:PT1H"),
    ])[0]?.slice(0, 16);

  test.each([
    ["/freeassociation.sourceforge.net/Australia/Perth", "2026-10-06T04:00"],
    ["/mozilla.org/20050126_1/America/Argentina/Buenos_Aires", "2026-10-06T15:00"],
    ["Central Standard Time (Mexico)", "2026-10-06T18:00"],
    ["New Zealand Standard Time", "2026-10-05T23:00"],
    ["UTC-02", "2026-10-06T14:00"],
    ["UTC", "2026-10-06T12:00"],
    ["tzone://Microsoft/Utc", "2026-10-06T12:00"],
    // Without anything that says what it is: the owner's.
    ["Wherever", "2026-10-06T01:00"],
  ])("%s", (tzid, start) => expect(startOf(tzid)).toBe(start));

  test("a zone that only the calendar itself defines", () => {
    const half = (kind: string, start: string, from: string, to: string, rule: string) => [
      `BEGIN:${kind}`,
      `DTSTART:${start}`,
      `TZOFFSETFROM:${from}`,
      `TZOFFSETTO:${to}`,
      `RRULE:FREQ=YEARLY;${rule}`,
      `END:${kind}`,
    ];
    const definition = [
      "BEGIN:VTIMEZONE",
      "TZID:Customized Time Zone",
      ...half("STANDARD", "16010101T030000", "+0630", "+0530", "BYDAY=-1SU;BYMONTH=10"),
      ...half("DAYLIGHT", "16010101T020000", "+0530", "+0630", "BYDAY=-1SU;BYMONTH=3"),
      "END:VTIMEZONE",
    ];
    expect(startOf("Customized Time Zone", ...definition)).toBe("2026-10-06T05:30");
  });

  test("an hour that clocks skip is the one after it, the first of two counts", () => {
    const at = (time: string) =>
      spansOf(
        anEvent("s", `DTSTART;TZID=Australia/Melbourne:${time}`, "DURATION:PT1H"),
        "2026-10-01T00:00Z",
        "2027-05-01T00:00Z",
      )[0]?.slice(0, 16);
    expect(at("20261004T023000")).toBe("2026-10-03T16:30");
    expect(at("20270404T023000")).toBe("2027-04-03T15:30");
  });
});

describe("which events are this site's own", () => {
  const id = "6f1c2a34-0b5d-4e6f-8a9b-0c1d2e3f4a5b";
  const at = inMelbourne("20261002T090000", "20261002T100000");

  test.each([
    `appointment-${id}@site.example`,
    `${id}@site.example`,
    `${id}-rehearsal@site.example`,
    `series-${id}@site.example`,
    "booking-AbCdEfGhIjKlMnOpQrSt-_@site.example",
    `appointment-${id}@www.site.example`,
  ])("%s keeps no time of its own", (uid) => expect(spansOf(anEvent(uid, ...at))).toEqual([]));

  test.each([
    "1727-dentist@site.example",
    "A1B2C3D4-0000-4000-8000-000000000001@site.example",
    `appointment-${id}@clinic.example`,
    `${id}@notsite.example`,
    id,
  ])("%s is another's and takes its time", (uid) => {
    expect(spansOf(anEvent(uid, ...at))).toHaveLength(1);
  });
});
