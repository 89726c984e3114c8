import { describe, expect, onTestFinished } from "vitest";
import { emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote } from "#tests/support/factories.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { toPublicQuote } from "./model.ts";
import { getPublicQuote } from "./queries.server.ts";
import { agreementOf } from "./wording.ts";

const lastMinute = new Date("2026-03-10T12:59:59Z");
const midnight = new Date("2026-03-10T13:00:00Z");
const event = { eventDate: "2026-03-17" };
const inTime = "Balance, due by Tuesday, 10 March 2026 (7 days before the event)";
const dueNow = "Balance, due now (the event is within 7 days)";

type Row = Parameters<typeof toPublicQuote>[0];
const balanceOf = (quote: Row, now: Date) => agreementOf(toPublicQuote(quote, now)).sums[2]![0];

describe.for(["UTC", "America/Los_Angeles", "Asia/Tokyo"])("under TZ=%s", (zone) => {
  dbTest("an open quote's balance is due now from midnight in Melbourne", async ({ db }) => {
    const before = process.env.TZ;
    onTestFinished(() => {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    });
    process.env.TZ = zone;
    const quote = await aQuote(db, event);
    expect(balanceOf(quote, lastMinute)).toBe(inTime);
    expect(balanceOf(quote, midnight)).toBe(dueNow);
  });
});

dbTest("the day of the acceptance decides, however late one reads it", async ({ db }) => {
  const later = new Date("2026-03-15T00:00:00Z");
  const early = await aQuote(db, { ...event, acceptedAt: lastMinute });
  expect(balanceOf(early, later)).toBe(inTime);
  const late = await aQuote(db, { ...event, slug: "late", acceptedAt: midnight });
  expect(balanceOf(late, later)).toBe(dueNow);
});

dbTest("an event that is over is not said to be within 7 days", async ({ db }) => {
  const quote = await aQuote(db, event);
  expect(balanceOf(quote, new Date("2026-03-17T12:59:59Z"))).toBe(dueNow);
  expect(balanceOf(quote, new Date("2026-03-17T13:00:00Z"))).toBe("Balance, due now");
});

dbTest("accepting within 7 days says so in the record, the emails and the page", async ({ db }) => {
  await aQuote(db, event);
  await acceptQuote(db, anAcceptance(), midnight);
  const [record] = await db.select().from(quoteEvents);
  expect(JSON.parse(String(record!.data.snapshot)).sums).toContainEqual([dueNow, 60000]);
  const [receipt, ...others] = await db.select().from(emails).orderBy(emails.kind);
  for (const { text } of [receipt!, ...others]) {
    expect(text).toContain(`${dueNow}: A$600.00`);
    expect(text).toContain("details for paying the deposit and the balance.");
    expect(text).not.toContain("due by");
  }
  const page = await getPublicQuote(db, "a-slug", new Date("2026-03-20T00:00:00Z"));
  expect(agreementOf(page!).sums).toContainEqual([dueNow, 60000]);
});
