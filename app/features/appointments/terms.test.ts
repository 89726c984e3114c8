import { describe, expect } from "vitest";
import { wordsOf } from "#app/content/state.server.ts";
import { priceOf, type Service } from "#app/features/services/model.ts";
import { termsOf } from "#app/features/services/terms.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, services, storedDocuments } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  anAddition,
  aBookingOf,
  aLesson,
  anOpenWeek,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { bookAppointment, addAppointment } from "./book.server.ts";
import { moveAppointment, cancelAppointment } from "./changes.server.tsx";
import { asClient } from "#app/features/diary/model.ts";

/* What is agreed stays as it was agreed: a visitor books what the page showed, and the entry keeps it. */

async function theService(db: Db, given: Partial<Service> = {}) {
  await anOpenWeek(db);
  return aLesson(db, { changeNotice: 24, ...given });
}

/** Books by a page that showed the service as `shown`. */
const bookAsShown = (db: Db, shown: Service) =>
  db.transaction((tx) =>
    bookAppointment(tx, { ...aBookingOf(shown), terms: termsOf(shown) }, genuineSubmission),
  );

describe("a page that was opened before a change", () => {
  dbTest.for<Partial<Service>>([
    { minutes: 30 },
    { price: 120_00 },
    { price: null },
    { place: "online" },
    { onRequest: true },
    { changeNotice: 48 },
  ])("books nothing where it is now %o", async (changed, { db }) => {
    const shown = await theService(db, { price: 94_00 });
    await db.update(services).set(changed);
    expect(await bookAsShown(db, shown)).toEqual({ ok: false, reason: "changed" });
    expect(await db.$count(diaryEntries)).toBe(0);
  });

  dbTest("books nothing at a price that another process has replaced", async ({ db }) => {
    const shown = await theService(db, { price: null });
    const { prices } = wordsOf({});
    const coachingSessions = [{ minutes: 60, price: priceOf(shown)! + 12_00 }];
    await db
      .insert(storedDocuments)
      .values({ name: "prices", published: { ...prices, coachingSessions }, updatedBy: "other" });
    expect(await bookAsShown(db, shown)).toEqual({ ok: false, reason: "changed" });
    const { price, ...terms } = termsOf(shown);
    const asked = { ...aBookingOf(shown), terms: { ...terms, price: price! + 12_00 } };
    const booked = await db.transaction((tx) => bookAppointment(tx, asked, genuineSubmission));
    expect(booked).toMatchObject({ ok: true, entry: { price: price! + 12_00 } });
  });

  dbTest("books where only what it doesn't show has changed", async ({ db }) => {
    const shown = await theService(db);
    await db.update(services).set({ bufferAfter: 30, mostPerDay: 5, version: 2 });
    expect(await bookAsShown(db, shown)).toMatchObject({ ok: true });
  });
});

describe("the notice for changes", () => {
  const hoursBefore = (hours: number) => minutesLater(THURSDAY_TEN, -hours * 60);

  dbTest("stays the one of when it was booked, whatever the service says later", async ({ db }) => {
    const booked = await bookAsShown(db, await theService(db));
    const { token } = (booked as Extract<typeof booked, { ok: true }>).entry;
    await db.update(services).set({ changeNotice: 168 });
    const start = minutesLater(THURSDAY_TEN, 120);
    const moving = { token: token!, start };
    const moved = await moveAppointment(db, asClient, moving, hoursBefore(24));
    expect(moved).toMatchObject({ ok: true, entry: { changeNotice: 24 } });
    await db.update(services).set({ changeNotice: 0 });
    const late = await cancelAppointment(db, asClient, { token: token! }, hoursBefore(21));
    expect(late).toMatchObject({ ok: false, reason: "closed" });
  });

  dbTest("of what the owner books is its service's, and 48 hours without one", async ({ db }) => {
    const { id } = await theService(db, { changeNotice: 2 });
    const noticeOf = async (serviceId: string | null, startsAt: Date) => {
      const added = anAddition({ startsAt, serviceId });
      const result = await addAppointment(db, owner, added, NOW);
      return result.ok && result.entry.changeNotice;
    };
    expect([await noticeOf(id, THURSDAY_TEN), await noticeOf(null, hoursBefore(-2))]).toEqual([
      2, 48,
    ]);
  });
});
