import { describe, expect } from "vitest";
import type { Service } from "#app/features/services/model.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import {
  aBookingOf,
  aLesson,
  anEntry,
  anOpenWeek,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { randomFrom } from "#tests/support/random.ts";
import { bookAppointment } from "./book.server.ts";
import { moveAppointment, cancelAppointment } from "./changes.server.tsx";
import { confirmRequest } from "./finish.server.ts";
import { findEntry, overlapRefused } from "#app/features/diary/entries.server.ts";
import { asClient } from "#app/features/diary/model.ts";

const DAY = 1440;
const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);

const book = (db: Db, service: Service, start: Date, visitor: number) =>
  db.transaction((tx) => {
    const email = `visitor-${visitor}@visitor.example`;
    return bookAppointment(tx, aBookingOf(service, { start, email }), genuineSubmission);
  });

const takenEntries = async (db: Db) =>
  (await db.select().from(diaryEntries).orderBy(diaryEntries.busyFrom)).filter(
    ({ firm, state }) => firm && ["held", "requested", "booked"].includes(state),
  );

/** The first that begins before the one ahead of it has ended; there is none. */
const overlapping = async (db: Db) => {
  const entries = await takenEntries(db);
  return entries.find(
    (entry, index) => index > 0 && entry.busyFrom < entries[index - 1]!.busyUntil,
  );
};

describe("forty visitors at once", () => {
  dbTest(
    "who want one time: one has it, and the others are told that it is taken",
    async ({ db }) => {
      await anOpenWeek(db);
      const service = await aLesson(db);
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, visitor) => book(db, service, THURSDAY_TEN, visitor)),
      );
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      expect(results.filter((result) => !result.ok && result.reason === "taken")).toHaveLength(39);
      expect(await db.$count(diaryEntries)).toBe(1);
      expect(await db.$count(auditEntries)).toBe(1);
    },
  );

  dbTest(
    "who want times of all lengths: no two overlap, and each has what was said",
    async ({ db }) => {
      await anOpenWeek(db);
      const random = randomFrom(20260310);
      const lengths = [30, 45, 60, 90];
      const services = await Promise.all(
        lengths.map((minutes) =>
          aLesson(db, {
            minutes,
            slug: String(minutes),
            price: 1,
            bufferBefore: minutes === 45 ? 15 : 0,
            bufferAfter: minutes === 30 ? 0 : 15,
          }),
        ),
      );
      const results = await Promise.all(
        Array.from({ length: 40 }, (_, visitor) => {
          const service = services[Math.floor(random() * services.length)]!;
          const start = later(
            -60 + 15 * Math.floor(random() * 30) + DAY * Math.floor(random() * 2),
          );
          return book(db, service, start, visitor);
        }),
      );
      const booked = results.flatMap((result) => (result.ok ? [result.entry] : []));
      expect(booked.length).toBeGreaterThan(5);
      expect(await overlapping(db)).toBeUndefined();
      expect((await takenEntries(db)).map(({ id }) => id).toSorted()).toEqual(
        booked.map(({ id }) => id).toSorted(),
      );
      expect(await db.$count(auditEntries)).toBe(booked.length);
      // Each is told once to the client and once to the owner.
      const told = (await db.select().from(emails)).map(
        ({ appointmentId, recipient }) => `${appointmentId} ${recipient}`,
      );
      expect([told.length, new Set(told).size]).toEqual([2 * booked.length, 2 * booked.length]);
    },
  );

  dbTest("by one address: three at most", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => book(db, service, later(index * DAY), 1)),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
  });

  dbTest("who move to one time while others book it", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    const at = later(20 * DAY);
    const tokens = Array.from({ length: 10 }, (_, index) => `a-link-of-the-visitor-${index}`);
    for (const [index, token] of tokens.entries())
      await anEntry(db, { token, serviceId: service.id, startsAt: later((index + 5) * DAY) });
    const results = await Promise.all([
      ...tokens.map((token) => moveAppointment(db, asClient, { token, start: at }, NOW)),
      ...tokens.map((_, visitor) => book(db, service, at, visitor)),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await overlapping(db)).toBeUndefined();
    // Whoever did not get the new time has the old one.
    const moved = results.slice(0, 10).find(({ ok }) => ok);
    expect(await db.$count(diaryEntries)).toBe(moved ? 10 : 11);
  });
});

describe("two who change one appointment at once", () => {
  dbTest("swap no times: each keeps a time of its own", async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    const common = { serviceId: service.id };
    await anEntry(db, { ...common, token: "first", startsAt: later(5 * DAY) });
    await anEntry(db, { ...common, token: "second", startsAt: later(6 * DAY) });
    const results = await Promise.all([
      moveAppointment(db, asClient, { token: "first", start: later(6 * DAY) }, NOW),
      moveAppointment(db, asClient, { token: "second", start: later(5 * DAY) }, NOW),
    ]);
    expect(results).toMatchObject([{ reason: "taken" }, { reason: "taken" }]);
    expect(await overlapping(db)).toBeUndefined();
  });

  dbTest(
    "confirm and cancel: it ends cancelled, or the other is told what stands",
    async ({ db }) => {
      for (const round of [1, 2, 3, 4, 5]) {
        const token = `link-${round}`;
        const { id } = await anEntry(db, {
          state: "requested",
          token,
          startsAt: later(round * DAY),
        });
        const confirm = () => confirmRequest(db, owner, { id, version: 1 }, NOW);
        const cancel = () => cancelAppointment(db, asClient, { token, version: 1 }, NOW);
        const [first, second] = await Promise.all(
          round % 2 === 0 ? [confirm(), cancel()] : [cancel(), confirm()],
        );
        const won = [first, second].filter(({ ok }) => ok);
        const lost = [first, second].filter((result) => !result.ok);
        expect(won).toHaveLength(1);
        expect(lost).toMatchObject([{ reason: "changed" }]);
        expect(await findEntry(db, { id })).toMatchObject({ version: 2 });
      }
      expect(await db.$count(auditEntries)).toBe(5);
    },
  );

  dbTest("cancel it twice: once", async ({ db }) => {
    await anEntry(db, { token: "link", startsAt: later(5 * DAY) });
    const cancel = () => cancelAppointment(db, asClient, { token: "link" }, NOW);
    const results = await Promise.all([cancel(), cancel(), cancel()]);
    expect(results.filter((result) => result.ok && !result.repeated)).toHaveLength(1);
    expect(await db.$count(auditEntries)).toBe(1);
  });
});

describe("the database itself", () => {
  const refusal = (work: Promise<unknown>) => work.then(() => null, errorCode);

  dbTest("refuses two firm entries that overlap in what they keep free", async ({ db }) => {
    await anEntry(db);
    const refused = await refusal(anEntry(db, { startsAt: later(74) }));
    expect(refused).toBe(overlapRefused);
    expect(refused).toBe("23P01");
  });

  dbTest("takes one that begins when the other's time ends", async ({ db }) => {
    await anEntry(db);
    expect(await refusal(anEntry(db, { startsAt: later(75) }))).toBeNull();
    expect(await refusal(anEntry(db, { startsAt: later(-75) }))).toBeNull();
  });

  dbTest.for(["held", "requested", "booked"] as const)(
    "counts what is %s",
    async (state, { db }) => {
      await anEntry(db, { state });
      expect(await refusal(anEntry(db))).toBe(overlapRefused);
    },
  );

  dbTest.for([
    { firm: false },
    { state: "cancelled" },
    { state: "done" },
    { state: "no-show" },
  ] as const)("does not count what is %o", async (given, { db }) => {
    await anEntry(db, given);
    expect(await refusal(anEntry(db))).toBeNull();
  });

  dbTest("refuses a move by one UPDATE, and an entry that takes up time again", async ({ db }) => {
    await anEntry(db);
    const other = await anEntry(db, { startsAt: later(DAY) });
    await anEntry(db, { state: "cancelled", startsAt: later(DAY) });
    const onto = {
      startsAt: later(0),
      endsAt: later(60),
      busyFrom: later(0),
      busyUntil: later(75),
    };
    const move = db.update(diaryEntries).set(onto);
    expect(await refusal(move)).toBe(overlapRefused);
    expect(await refusal(db.update(diaryEntries).set({ state: "booked" }).execute())).toBe(
      overlapRefused,
    );
    expect(await findEntry(db, { id: other.id })).toMatchObject({ startsAt: later(DAY) });
  });
});
