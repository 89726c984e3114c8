import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { readFreeStarts } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, quotes } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aLesson, anEntry, anOpenWeek, askedBy } from "#tests/support/diary.ts";
import { wallTime } from "#app/values/calendar.ts";
import { anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { replace } from "#tests/support/agreed-invoices.ts";
import { LATER } from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf, reverseDecision } from "./decisions.server.ts";
import { eventOverlaps, followQuotes, listUntimedEvents } from "./diary.server.ts";

const inDiary = (db: Db) => db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt));

/** 20 June 2026 in Melbourne, where clocks are ten hours ahead. */
const at = (time: string) => new Date(`2026-06-20T${time}:00+10:00`);

const evening = { eventStart: "18:00", eventEnd: "21:00" };

describe("the event of an accepted quote", () => {
  dbTest("stands in the diary at the hours that were agreed", async ({ db }) => {
    const { id } = await aQuote(db, evening);
    await acceptQuote(db, anAcceptance({ wantsExtraHour: true }), NOW);
    expect(await inDiary(db)).toMatchObject([
      {
        kind: "event",
        state: "booked",
        firm: true,
        quoteId: id,
        title: "Garden party",
        clientName: "Ada Client",
        placeDetails: "Kew",
        startsAt: at("18:00"),
        endsAt: at("22:00"),
      },
    ]);
  });

  dbTest("ends the next day when it goes past midnight", async ({ db }) => {
    await aQuote(db, { eventStart: "21:30", eventEnd: "00:30" });
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await inDiary(db)).toMatchObject([{ endsAt: new Date("2026-06-20T14:30:00Z") }]);
  });

  dbTest("takes three hours where its end is not known", async ({ db }) => {
    await aQuote(db, { eventStart: "18:00", eventEnd: null });
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await inDiary(db)).toMatchObject([{ startsAt: at("18:00"), endsAt: at("21:00") }]);
  });

  for (const [what, given] of [
    ["without a day", { ...evening, eventDate: null }],
    ["without a start", { invoiceType: "Show Quote" }],
    ["in a year that no calendar has", { ...evening, eventDate: "9999-12-31" }],
  ] as const)
    dbTest(`is not in it ${what}, and is accepted all the same`, async ({ db }) => {
      await aQuote(db, given);
      expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({ ok: true });
      expect(await inDiary(db)).toEqual([]);
    });

  dbTest(
    "leaves it when the acceptance is undone, and comes back with the next",
    async ({ db }) => {
      const { id } = await aQuote(db, evening);
      await acceptOnBehalf(db, owner, id, NOW);
      await reverseDecision(db, owner, id, LATER);
      expect(await inDiary(db)).toMatchObject([{ state: "cancelled" }]);
      await acceptOnBehalf(db, owner, id, LATER);
      expect(await inDiary(db)).toMatchObject([{ state: "booked", firm: true }]);
    },
  );

  dbTest("is that of the version in force, firmly at the same hours", async ({ db }) => {
    const { id } = await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    const next = await replace(db, id, 1300_00);
    const states = async () =>
      Object.fromEntries((await inDiary(db)).map((entry) => [entry.quoteId, entry]));
    expect(await states()).toMatchObject({
      [id]: { state: "cancelled" },
      [next]: { state: "booked", firm: true },
    });
  });
});

describe("the way to an event", () => {
  dbTest("is kept free before and after, as long as the quote says or as usual", async ({ db }) => {
    const { id } = await aQuote(db, evening);
    await acceptQuote(db, anAcceptance(), NOW);
    const busy = { busyFrom: at("17:00"), busyUntil: at("22:00") };
    expect(await inDiary(db)).toMatchObject([busy]);
    await db.update(quotes).set({ travelMinutes: 0 }).where(eq(quotes.id, id));
    await followQuotes(db, NOW);
    expect(await inDiary(db)).toMatchObject([{ busyFrom: at("18:00"), busyUntil: at("21:00") }]);
    await db.update(quotes).set({ travelMinutes: 90 }).where(eq(quotes.id, id));
    await followQuotes(db, NOW);
    expect(await inDiary(db)).toMatchObject([{ busyFrom: at("16:30"), busyUntil: at("22:30") }]);
  });

  dbTest("lets no lesson end when the event begins, nor begin when it ends", async ({ db }) => {
    await anOpenWeek(db);
    const lesson = await aLesson(db, { daysAhead: 365, step: 30 });
    const noon = { eventDate: "2026-06-18", eventStart: "13:00", eventEnd: "14:00" };
    await aQuote(db, noon);
    await acceptQuote(db, anAcceptance(), NOW);
    const day = { from: noon.eventDate, until: noon.eventDate };
    const now = new Date("2026-06-01T00:00:00Z");
    const starts = (await readFreeStarts(db, lesson, day, now)).map((start) =>
      wallTime(start).slice(11, 16),
    );
    expect(starts.findLast((start) => start < "13:00")).toBe("10:30");
    expect(starts.find((start) => start > "13:00")).toBe("15:00");
  });

  dbTest("is among what an acceptance on behalf asks about", async ({ db }) => {
    const { id } = await aQuote(db, evening);
    await anEntry(db, { startsAt: at("16:30"), endsAt: at("17:30") });
    const [quote] = await db.select().from(quotes).where(eq(quotes.id, id));
    expect(await eventOverlaps(db, quote!, NOW)).toHaveLength(1);
  });
});

describe("the event of an accepted quote without a start", () => {
  const untimed = { invoiceType: "Show Quote" };
  const that = { from: "2026-06-15", until: "2026-06-21" };
  const shown = (db: Db, range = that) => listUntimedEvents(db, owner, range);

  dbTest("is shown on its day, with the way to its quote", async ({ db }) => {
    const { id } = await aQuote(db, untimed);
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await shown(db)).toMatchObject([
      {
        kind: "event",
        title: "Ada Client",
        detail: "Garden party",
        isUntimed: true,
        startsAt: at("00:00"),
        endsAt: new Date("2026-06-20T14:00:00Z"),
        to: `/admin/quotes/${id}`,
      },
    ]);
    expect(await shown(db, { from: "2026-06-21", until: "2026-06-28" })).toEqual([]);
  });

  dbTest("is shown once: not beside its entry, nor before it is accepted", async ({ db }) => {
    await aQuote(db, { ...untimed, slug: "pending" });
    await aQuote(db, evening);
    await acceptQuote(db, anAcceptance(), NOW);
    expect(await shown(db)).toEqual([]);
  });

  dbTest("leaves the day bookable, since nobody knows which hours it takes", async ({ db }) => {
    const free = async () => (await readFreeStarts(db, service, that, NOW)).length;
    await anOpenWeek(db);
    const service = await aLesson(db, { daysAhead: 365 });
    const before = await free();
    await aQuote(db, untimed);
    await acceptQuote(db, anAcceptance(), NOW);
    expect([before > 0, await free()]).toEqual([true, before]);
  });
});

describe("over a lesson", () => {
  const lesson = (db: Db) => anEntry(db, { startsAt: at("19:00"), endsAt: at("20:00") });

  dbTest("a client's acceptance is stored, and keeps nobody away", async ({ db }) => {
    await lesson(db);
    await aQuote(db, evening);
    expect(await acceptQuote(db, anAcceptance(), NOW)).toMatchObject({ ok: true });
    expect(await inDiary(db)).toMatchObject([{ kind: "event", firm: false }, { firm: true }]);
  });

  dbTest("the owner is asked first, and then it is stored", async ({ db }) => {
    await lesson(db);
    const { id } = await aQuote(db, evening);
    const refused = await acceptOnBehalf(db, owner, id, NOW);
    expect(refused).toMatchObject({ reason: "overlaps", overlaps: [{ startsAt: at("19:00") }] });
    expect(await inDiary(db)).toHaveLength(1);
    const seen = askedBy(refused);
    expect(await acceptOnBehalf(db, owner, id, NOW, undefined, seen)).toMatchObject({ ok: true });
    expect(await inDiary(db)).toMatchObject([{ kind: "event", firm: false }, { firm: true }]);
  });

  dbTest("keeps others away once the lesson is gone", async ({ db }) => {
    const { id } = await lesson(db);
    await aQuote(db, evening);
    await acceptQuote(db, anAcceptance(), NOW);
    await db.update(diaryEntries).set({ state: "cancelled" }).where(eq(diaryEntries.id, id));
    await followQuotes(db, NOW);
    expect(await inDiary(db)).toMatchObject([{ kind: "event", firm: true }, {}]);
  });
});

describe("what other programs write", () => {
  dbTest("comes into the diary, follows and leaves", async ({ db }) => {
    const { id } = await aQuote(db, { ...evening, acceptedAt: NOW });
    const change = async (columns: Partial<typeof quotes.$inferInsert>) => {
      const ofId = eq(quotes.id, id);
      await db
        .update(quotes)
        .set({ notes: "By hand", ...columns })
        .where(ofId);
      await followQuotes(db, NOW);
      return (await inDiary(db))[0];
    };
    expect(await change({})).toMatchObject({ state: "booked", startsAt: at("18:00") });
    expect(await change({ eventStart: "19:00" })).toMatchObject({ startsAt: at("19:00") });
    expect(await change({ acceptedAt: null, rejectedAt: NOW })).toMatchObject({
      state: "cancelled",
    });
  });

  dbTest("changes nothing where it says what the diary says", async ({ db }) => {
    await aQuote(db, { ...evening, acceptedAt: NOW });
    await aQuote(db, { ...evening, eventDate: "2026-01-20", acceptedAt: NOW, slug: "past" });
    await followQuotes(db, NOW);
    const before = await inDiary(db);
    await followQuotes(db, LATER);
    expect(await inDiary(db)).toEqual(before);
    expect(before).toHaveLength(1);
  });
});
