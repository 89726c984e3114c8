import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import {
  anAddition,
  aLesson,
  anEntry,
  busyElsewhere,
  loggedActions,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { addAppointment, type AddedAppointment } from "./book.server.ts";
import {
  confirmRequest,
  declineRequest,
  dismissAppointment,
  releaseAppointment,
  finishAppointments,
  markNoShow,
  unmarkNoShow,
} from "./finish.server.ts";
import { moveAppointment, cancelAppointment } from "./changes.server.tsx";
import { findEntry } from "#app/features/diary/entries.server.ts";
import { asOwner } from "#app/features/diary/model.ts";

/* What the owner does in her diary, and what the time does. */

const DAY = 1440;
const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);
const entries = (db: Db) => db.select().from(diaryEntries).orderBy(diaryEntries.startsAt);

describe("what was put over another entry keeps others away once it is alone", () => {
  const over = async (db: Db) => {
    const neighbour = await anEntry(db);
    const { id } = await anEntry(db, { firm: false, startsAt: later(30) });
    return { neighbour, isFirm: async () => (await findEntry(db, { id }))!.firm };
  };

  dbTest("because its neighbour is cancelled", async ({ db }) => {
    const { neighbour, isFirm } = await over(db);
    await cancelAppointment(db, asOwner(owner), { id: neighbour.id }, NOW);
    expect(await isFirm()).toBe(true);
  });

  dbTest("because its neighbour is moved", async ({ db }) => {
    const { neighbour, isFirm } = await over(db);
    const { id } = neighbour;
    await moveAppointment(db, asOwner(owner), { id, start: later(-30), over: "anything" }, NOW);
    expect(await isFirm()).toBe(false);
    await moveAppointment(db, asOwner(owner), { id, start: later(DAY) }, NOW);
    expect(await isFirm()).toBe(true);
  });

  dbTest("because another program takes its neighbour away", async ({ db }) => {
    const { neighbour, isFirm } = await over(db);
    await db.delete(diaryEntries).where(eq(diaryEntries.id, neighbour.id));
    await finishAppointments(db, NOW);
    expect(await isFirm()).toBe(true);
  });
});

describe("a request", () => {
  dbTest("is confirmed once", async ({ db }) => {
    const { id } = await anEntry(db, { state: "requested" });
    const first = await confirmRequest(db, owner, { id, version: 1 }, NOW);
    expect(first).toMatchObject({ ok: true, entry: { state: "booked", version: 2 } });
    const again = await confirmRequest(db, owner, { id, version: 1 }, NOW);
    expect(again).toMatchObject({ ok: true, repeated: true });
    expect(await loggedActions(db)).toEqual([`${owner.email} confirmed`]);
  });

  dbTest("is not confirmed once its time has come", async ({ db }) => {
    const { id } = await anEntry(db, { state: "requested" });
    expect(await confirmRequest(db, owner, { id }, later(0))).toMatchObject({ reason: "taken" });
    expect(await confirmRequest(db, owner, { id }, later(-1))).toMatchObject({ ok: true });
  });

  dbTest("is asked about where another calendar has filled its time since", async ({ db }) => {
    const { id } = await anEntry(db, { state: "requested" });
    await busyElsewhere(db, later(30), later(90), "Dentist");
    expect(await confirmRequest(db, owner, { id }, NOW)).toMatchObject({
      reason: "overlaps",
      overlaps: [{ title: "Dentist" }],
    });
    expect(await entries(db)).toMatchObject([{ state: "requested" }]);
    expect(await confirmRequest(db, owner, { id, over: "anything" }, NOW)).toMatchObject({
      entry: { state: "booked", firm: true },
    });
  });

  dbTest("is declined once, and frees its time", async ({ db }) => {
    const { id } = await anEntry(db, { state: "requested" });
    const declining = { id, reason: "I'm away that week." };
    expect(await declineRequest(db, owner, declining, NOW)).toMatchObject({
      ok: true,
      entry: { state: "cancelled", declined: true, cancelledBy: "owner" },
    });
    expect(await declineRequest(db, owner, declining, NOW)).toMatchObject({ repeated: true });
    expect(await loggedActions(db)).toEqual([`${owner.email} declined`]);
    await anEntry(db);
  });

  dbTest("that was moved or cancelled meanwhile is not answered unseen", async ({ db }) => {
    const { id } = await anEntry(db, { state: "requested", version: 2 });
    const stale = { id, version: 1 };
    expect(await confirmRequest(db, owner, stale, NOW)).toMatchObject({ reason: "changed" });
    expect(await declineRequest(db, owner, stale, NOW)).toMatchObject({ reason: "changed" });
    await db.update(diaryEntries).set({ state: "cancelled" });
    expect(await confirmRequest(db, owner, { id }, NOW)).toMatchObject({ reason: "changed" });
    expect(await confirmRequest(db, owner, { id: "none" }, NOW)).toEqual(refusedAs("not-found"));
  });
});

describe("suspected spam", () => {
  const spam = { state: "requested", firm: false, spamReason: "links" } as const;

  dbTest("is booked when the owner releases it and its time is free", async ({ db }) => {
    const { id } = await anEntry(db, spam);
    const released = await releaseAppointment(db, owner, { id }, NOW);
    expect(released).toMatchObject({
      ok: true,
      entry: { state: "booked", firm: true, spamReason: null },
    });
    expect(await releaseAppointment(db, owner, { id }, NOW)).toMatchObject({ repeated: true });
    expect(await loggedActions(db)).toEqual([`${owner.email} released`]);
  });

  dbTest("stays a request where the owner confirms each", async ({ db }) => {
    const service = await aLesson(db, { onRequest: true });
    const { id } = await anEntry(db, { ...spam, serviceId: service.id });
    const released = await releaseAppointment(db, owner, { id }, NOW);
    expect(released).toMatchObject({ ok: true, entry: { state: "requested", firm: true } });
  });

  dbTest("is not released where its time is taken or over", async ({ db }) => {
    const { id } = await anEntry(db, spam);
    expect(await releaseAppointment(db, owner, { id }, later(1))).toMatchObject({
      reason: "taken",
    });
    await anEntry(db, { startsAt: later(30) });
    expect(await releaseAppointment(db, owner, { id }, NOW)).toMatchObject({ reason: "taken" });
  });

  dbTest("is dismissed, which is not for what is real", async ({ db }) => {
    const { id } = await anEntry(db, spam);
    const real = await anEntry(db, { state: "requested" });
    expect(await dismissAppointment(db, owner, { id }, NOW)).toMatchObject({
      ok: true,
      entry: { state: "cancelled", spamReason: "links" },
    });
    const wrong = await dismissAppointment(db, owner, { id: real.id }, NOW);
    expect(wrong).toMatchObject({ ok: false, reason: "changed" });
  });

  dbTest("cannot be confirmed without being released", async ({ db }) => {
    const { id } = await anEntry(db, spam);
    expect(await confirmRequest(db, owner, { id }, NOW)).toMatchObject({ reason: "changed" });
  });
});

const added = (given: Partial<AddedAppointment> = {}) =>
  anAddition({ endsAt: later(50), bufferAfter: 10, tellsClient: true, ...given });

describe("the owner adds", () => {
  dbTest("an appointment for a client, with a link of its own", async ({ db }) => {
    const result = await addAppointment(db, owner, added(), NOW);
    expect(result).toMatchObject({
      ok: true,
      entry: {
        kind: "appointment",
        state: "booked",
        firm: true,
        busyUntil: later(60),
        token: expect.stringMatching(/^[\w-]{22}$/),
      },
    });
    expect(await loggedActions(db)).toEqual([`${owner.email} added`]);
  });

  dbTest(
    "nothing over another entry or another calendar's time unless she says so",
    async ({ db }) => {
      const other = await anEntry(db, { startsAt: later(30) });
      await busyElsewhere(db, later(10), later(20), "School run");
      expect(await addAppointment(db, owner, added(), NOW)).toMatchObject({
        ok: false,
        reason: "overlaps",
        overlaps: [{ entry: null, title: "School run" }, { entry: { id: other.id } }],
      });
      const confirmed = await addAppointment(db, owner, added({ over: "anything" }), NOW);
      expect(confirmed).toMatchObject({ ok: true, entry: { firm: false } });
    },
  );

  dbTest("what overlaps only another calendar, which still keeps visitors away", async ({ db }) => {
    await busyElsewhere(db, later(10), later(20));
    const confirmed = await addAppointment(db, owner, added({ over: "anything" }), NOW);
    expect(confirmed).toMatchObject({ ok: true, entry: { firm: true } });
  });

  onBoth("one entry by two clicks", async ({ db }) => {
    const send = () => addAppointment(db, owner, added({ key: "a-key" }), NOW);
    const [first, second] = await Promise.all([send(), send()]);
    expect([first, second]).toMatchObject([{ ok: true }, { ok: true }]);
    expect([await db.$count(diaryEntries), await db.$count(auditEntries)]).toEqual([1, 1]);
  });
});

describe("a client who was not there", () => {
  dbTest.for([
    [59, false],
    [60, true],
    [60 + 7 * DAY, true],
    [60 + 7 * DAY + 1, false],
  ] as const)(
    "can be marked %d minutes after the start: %s",
    async ([minutes, possible], { db }) => {
      const { id } = await anEntry(db);
      const result = await markNoShow(db, owner, { id }, later(minutes));
      expect(result.ok).toBe(possible);
    },
  );

  dbTest("came after all", async ({ db }) => {
    const { id } = await anEntry(db, { state: "done" });
    for (const _ of [1, 2])
      expect(await markNoShow(db, owner, { id }, later(DAY))).toMatchObject({
        entry: { state: "no-show" },
      });
    expect(await unmarkNoShow(db, owner, { id }, later(DAY))).toMatchObject({
      entry: { state: "done" },
    });
    expect(await loggedActions(db)).toEqual([
      `${owner.email} marked as no-show`,
      `${owner.email} marked as done`,
    ]);
  });
});
