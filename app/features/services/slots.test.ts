import { describe, expect, test } from "vitest";
import { type HoursRows, openSpans } from "./hours.ts";
import { freeStarts, type SlotRules, type TakenSpan } from "./slots.ts";

const rules: SlotRules = {
  minutes: 60,
  bufferBefore: 0,
  bufferAfter: 0,
  step: 60,
  notice: 0,
  daysAhead: 60,
  mostPerDay: null,
};

type Given = Partial<SlotRules> & {
  open?: [string, string][];
  taken?: TakenSpan[];
  now?: string;
};

/** What is offered on one day that is open at these times every day of the week. */
function offered(day: string, { open = [["09:00", "17:00"]], taken = [], now, ...own }: Given) {
  const week = Array.from({ length: 7 }, () => open);
  const hours: HoursRows = {
    weeks: [{ serviceId: null, fromDay: null, untilDay: null, week }],
    days: [],
  };
  const at = new Date(now ?? new Date(Date.parse(day) - 5 * 86_400_000));
  return freeStarts(
    { ...rules, ...own },
    (one) => openSpans(one, null, hours),
    taken,
    { from: day, until: day },
    at,
  ).map((start) => start.toISOString().replace(":00.000Z", "Z"));
}

const span = (start: string, end: string): TakenSpan => ({
  start: new Date(start),
  end: new Date(end),
});

describe("a Sunday from 1:00 to 5:00 with sessions of 60 minutes", () => {
  const night: Given = { open: [["01:00", "05:00"]] };

  test("leaves out 2:00 on 4 October 2026, when clocks skip it", () => {
    expect(offered("2026-10-04", night)).toEqual([
      "2026-10-03T15:00Z",
      "2026-10-03T16:00Z",
      "2026-10-03T17:00Z",
    ]);
  });

  test("has the first 2:00 of two on 4 April 2027", () => {
    expect(offered("2027-04-04", night)).toEqual([
      "2027-04-03T14:00Z",
      "2027-04-03T15:00Z",
      "2027-04-03T17:00Z",
      "2027-04-03T18:00Z",
    ]);
  });
});

describe("a session from 9:00 to 10:00 with 15 minutes after it", () => {
  // 9:00 in Melbourne's winter.
  const taken = [span("2026-07-06T23:00Z", "2026-07-07T00:15Z")];
  const morning = offered("2026-07-07", { open: [["09:00", "12:00"]], step: 15, taken });

  test("leaves 10:15 as the next time, not 10:00", () => {
    expect(morning).toEqual([
      "2026-07-07T00:15Z",
      "2026-07-07T00:30Z",
      "2026-07-07T00:45Z",
      "2026-07-07T01:00Z",
    ]);
  });
});
