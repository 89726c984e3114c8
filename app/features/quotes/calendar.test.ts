import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { calendarFile } from "#app/values/icalendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { aQuote, NOW, owner } from "#tests/support/factories.ts";
import { parseCalendar } from "#tests/support/icalendar.ts";
import { LATER, quoteEmailInput } from "#tests/support/quotes.ts";
import { agreedEvents } from "./diary.server.ts";
import { acceptOnBehalf, rejectQuote, reverseDecision } from "./decisions.server.ts";
import { listAgreedSince } from "./queries.server.ts";
import { sendQuote } from "./sending.server.ts";
import { beginNewVersion } from "./drafts.server.ts";

const feed = async (db: Db) => {
  const quotes = await listAgreedSince(db, "2026-03-10");
  const events = quotes.flatMap((quote) => agreedEvents(quote, "https://a.example/page"));
  return parseCalendar(calendarFile("Events", events, "a.example"));
};

const agreed = (db: Db, given: Partial<typeof quotes.$inferInsert> = {}) =>
  aQuote(db, { acceptedAt: NOW, createdAt: new Date("2026-03-01T00:00:00Z"), ...given });

dbTest("an accepted event is there with its hours, its client and its venue", async ({ db }) => {
  const { id } = await agreed(db, { eventStart: "12:00", eventEnd: "16:00", guests: 70 });
  const [event, ...others] = await feed(db);
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    UID: `${id}@a.example`,
    SEQUENCE: "1",
    "LAST-MODIFIED": "20260310T020000Z",
    start: "2026-06-20T02:00:00.000Z",
    end: "2026-06-20T06:00:00.000Z",
    SUMMARY: "Garden party, Ada Client",
    LOCATION: "Kew",
    STATUS: "CONFIRMED",
  });
  expect(event!.DESCRIPTION).toBe(
    "Live Piano Services Quote\nClient: Ada Client, ada@client.example",
  );
});

dbTest.for<[string, Partial<typeof quotes.$inferInsert>, string, string]>([
  [
    "a chosen extra hour moves the end past midnight",
    {
      eventStart: "20:30",
      eventEnd: "23:30",
      details: { selected_add_ons: { extraHour: true, rehearsal: false } },
    },
    "20260620T203000",
    "20260621T003000",
  ],
  [
    "without times a live piano event has its usual hours",
    {},
    "20260620T180000",
    "20260620T210000",
  ],
  [
    "without an end an hour is kept free",
    { eventStart: "12:00" },
    "20260620T120000",
    "20260620T130000",
  ],
  [
    "a kind without usual hours takes the whole day",
    { invoiceType: "Spring Musical Quote" },
    "20260620",
    "20260621",
  ],
])("%s", async ([, given, from, until], { db }) => {
  await agreed(db, given);
  expect(await feed(db)).toMatchObject([{ DTSTART: from, DTEND: until }]);
});

dbTest("an event without an end says so, and a rehearsal is mentioned", async ({ db }) => {
  await agreed(db, {
    eventStart: "12:00",
    details: { selected_add_ons: { extraHour: false, rehearsal: true } },
  });
  expect((await feed(db))[0]!.DESCRIPTION).toContain(
    "The end isn't known yet.\nPre-event 2-hour rehearsal",
  );
});

dbTest("only accepted quotes with a date are there", async ({ db }) => {
  await aQuote(db, { slug: "open" });
  await aQuote(db, { slug: "rejected", rejectedAt: NOW });
  await agreed(db, { slug: "undated", eventDate: null });
  await agreed(db, { slug: "past", eventDate: "2026-03-09" });
  expect(await feed(db)).toEqual([]);
});

dbTest(
  "an acceptance that is undone vanishes, and comes back under the same UID as a later state",
  async ({ db }) => {
    const { id } = await aQuote(db, { version: 4 });
    const shown = async () => (await feed(db)).map(({ UID, SEQUENCE }) => [UID, SEQUENCE]);
    expect(await shown()).toEqual([]);
    await acceptOnBehalf(db, owner, id, NOW);
    expect(await shown()).toEqual([[`${id}@a.example`, "4"]]);
    await reverseDecision(db, owner, id, NOW);
    expect(await shown()).toEqual([]);
    await rejectQuote(db, owner, id, NOW);
    await reverseDecision(db, owner, id, NOW);
    await acceptOnBehalf(db, owner, id, NOW);
    expect(await shown()).toEqual([[`${id}@a.example`, "6"]]);
  },
);

dbTest("a replaced acceptance that is in force again is a later state", async ({ db }) => {
  const { id } = await agreed(db);
  const states = async () =>
    (await feed(db)).map(({ UID, SEQUENCE, "LAST-MODIFIED": at }) => [UID, SEQUENCE, at]);
  const next = await beginNewVersion(db, owner, id, NOW);
  const nextId = next.ok ? next.quote.id : "";
  await sendQuote(db, owner, nextId, quoteEmailInput, NOW);
  await acceptOnBehalf(db, owner, nextId, NOW);
  expect(await states()).toEqual([[`${nextId}@a.example`, "2", "20260310T020000Z"]]);
  await reverseDecision(db, owner, nextId, LATER);
  expect(await states()).toEqual([[`${id}@a.example`, "2", "20260311T020000Z"]]);
});
