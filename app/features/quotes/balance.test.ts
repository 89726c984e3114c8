import { describe, expect } from "vitest";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import { emails, quoteEvents } from "#app/server/database/tables.server.ts";
import { addDays, longDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAcceptance, aQuote, theBusiness } from "#tests/support/factories.ts";
import { clockIn } from "#tests/support/time-zone.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { toPublicQuote, agreementOf, type QuoteAmount } from "./model.ts";
import { getPublicQuote } from "./queries.server.ts";

const lastMinute = new Date("2026-03-08T12:59:59Z");
const midnight = new Date("2026-03-08T13:00:00Z");
const event = { eventDate: "2026-03-17" };
const inTime = "Balance, due by Tuesday, 10 March 2026 (7 days before the event)";
const dueEarly = "Balance, due with the deposit by Wednesday, 11 March 2026";

type Row = Parameters<typeof toPublicQuote>[0];
const balanceOf = (quote: Row, now: Date) => agreementOf(toPublicQuote(quote, now)).sums[2]![0];

describe.for(["UTC", "America/Los_Angeles", "Asia/Tokyo"])("under TZ=%s", (zone) => {
  dbTest("an open quote's balance is due with the deposit from midnight on", async ({ db }) => {
    clockIn(zone);
    const quote = await aQuote(db, event);
    expect(balanceOf(quote, lastMinute)).toBe(inTime);
    expect(balanceOf(quote, midnight)).toBe(dueEarly);
  });
});

dbTest("the day of the acceptance decides, however late one reads it", async ({ db }) => {
  const later = new Date("2026-03-15T00:00:00Z");
  const early = await aQuote(db, { ...event, acceptedAt: lastMinute });
  expect(balanceOf(early, later)).toBe(inTime);
  const late = await aQuote(db, { ...event, slug: "late", acceptedAt: midnight });
  expect(balanceOf(late, later)).toBe(dueEarly);
});

dbTest("an event that is near, or over, has its balance due as soon as can be", async ({ db }) => {
  const quote = await aQuote(db, event);
  expect(balanceOf(quote, new Date("2026-03-15T01:00:00Z"))).toContain("Monday, 16 March 2026");
  expect(balanceOf(quote, new Date("2026-03-16T01:00:00Z"))).toContain("Monday, 16 March 2026");
  expect(balanceOf(quote, new Date("2026-03-17T12:59:59Z"))).toContain("Tuesday, 17 March 2026");
  expect(balanceOf(quote, new Date("2026-03-17T13:00:00Z"))).toContain("Friday, 20 March 2026");
});

dbTest("the page, the record and the invoices of an acceptance name one day", async ({ db }) => {
  await theBusiness(db);
  for (const ahead of [0, 1, 2, 3, 8, 9, 10, 16, 17, 60]) {
    const slug = `link-${ahead}`;
    const { id } = await aQuote(db, { slug, eventDate: addDays("2026-03-09", ahead) });
    await acceptQuote(db, anAcceptance({ slug }), midnight);
    const [, , [balance]] = agreementOf((await getPublicQuote(db, slug, midnight))!).sums as [
      QuoteAmount,
      QuoteAmount,
      QuoteAmount,
    ];
    const last = (await invoicesOfQuote(db, id)).at(-1)!;
    expect(balance).toContain(
      `due ${ahead < 9 ? "with the deposit " : ""}by ${longDay(last.dueOn!)}`,
    );
  }
});

dbTest(
  "accepting close to the event says so in the record, the emails and the page",
  async ({ db }) => {
    await aQuote(db, event);
    await acceptQuote(db, anAcceptance(), midnight);
    const [record] = await db.select().from(quoteEvents);
    expect(JSON.parse(String(record!.data.snapshot)).sums).toContainEqual([dueEarly, 60000]);
    const [receipt, ...others] = await db.select().from(emails).orderBy(emails.kind);
    for (const { text } of [receipt!, ...others]) {
      expect(text).toContain(`${dueEarly}: A$600.00`);
      expect(text).toContain("details for paying the deposit and the balance.");
      expect(text).not.toContain("7 days before");
    }
    const page = await getPublicQuote(db, "a-slug", new Date("2026-03-20T00:00:00Z"));
    expect(agreementOf(page!).sums).toContainEqual([dueEarly, 60000]);
  },
);
