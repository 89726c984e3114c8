import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, diaryEntries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, askedBy } from "#tests/support/diary.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import { textsOf } from "./booking-edits.ts";
import { deleteBooking, restoreBooking, setAmebStatus, editBooking } from "./commands.server.tsx";
import { followBookings } from "./diary.server.ts";

const inDiary = (db: Db) => db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt));
const at = (time: string) => new Date(`2026-06-20T${time}:00+10:00`);

const book = (db: Db, id: string) =>
  setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW);

const rehearsal = {
  rehearsalDate: "2026-06-20",
  rehearsalTime: "08:00",
  rehearsalMinutes: 45 as const,
};

async function edit(
  db: Db,
  id: string,
  texts: Partial<ReturnType<typeof textsOf>>,
  over: string[] = [],
) {
  const [booking] = await db.select().from(amebBookings).where(eq(amebBookings.id, id));
  const change = { texts: { ...textsOf(booking!), ...texts }, isSure: true, over };
  return editBooking(db, owner, id, { version: booking!.version, ...change }, NOW);
}

describe("a booked exam and its rehearsal", () => {
  dbTest("stand in the diary, the exam from when the owner has to be there", async ({ db }) => {
    const { id } = await aBooking(db, rehearsal);
    expect(await inDiary(db)).toEqual([]);
    await book(db, id);
    expect(await inDiary(db)).toMatchObject([
      { kind: "rehearsal", startsAt: at("08:00"), endsAt: at("08:45"), firm: true },
      { kind: "exam", startsAt: at("10:40"), endsAt: at("11:10"), busyFrom: at("09:55") },
    ]);
  });

  dbTest("keep the way there and back free, as long as the booking says", async ({ db }) => {
    const { id } = await aBooking(db, { status: "booked" });
    await edit(db, id, { travelMinutes: "45" });
    expect(await inDiary(db)).toMatchObject([{ busyFrom: at("09:40"), busyUntil: at("11:55") }]);
    await edit(db, id, { travelMinutes: "0" });
    expect(await inDiary(db)).toMatchObject([{ busyFrom: at("10:25"), busyUntil: at("11:10") }]);
    expect(await edit(db, id, { travelMinutes: "481" })).toMatchObject({ reason: "invalid" });
  });

  dbTest("ask before the way overlaps a lesson", async ({ db }) => {
    const { id } = await aBooking(db, { status: "booked", travelMinutes: 0 });
    await anEntry(db, { startsAt: at("11:15"), endsAt: at("12:15") });
    expect(await edit(db, id, { travelMinutes: "30" })).toMatchObject({
      errors: { examTime: expect.stringContaining("It overlaps ") },
    });
  });

  dbTest("follow each edit", async ({ db }) => {
    const { id } = await aBooking(db, { ...rehearsal, status: "booked" });
    await edit(db, id, { examTime: "2:00 pm", rehearsalTime: "" });
    expect(await inDiary(db)).toMatchObject([{ kind: "exam", startsAt: at("14:00") }]);
    await edit(db, id, { examTime: "by arrangement" });
    expect(await inDiary(db)).toMatchObject([{ kind: "exam", state: "cancelled" }]);
  });

  dbTest("leave with a deletion and come back with its undoing", async ({ db }) => {
    const { id } = await aBooking(db);
    await book(db, id);
    await deleteBooking(db, owner, id, NOW);
    expect(await inDiary(db)).toMatchObject([{ state: "cancelled" }]);
    await restoreBooking(db, owner, id, NOW);
    expect(await inDiary(db)).toMatchObject([{ state: "booked" }]);
  });

  dbTest("are no exam of hers when she only rehearses", async ({ db }) => {
    const serviceRequired = ["Rehearsal Only (specify duration: 15 / 30 / 45 min)"];
    const { id } = await aBooking(db, { ...rehearsal, serviceRequired });
    await book(db, id);
    expect(await inDiary(db)).toMatchObject([{ kind: "rehearsal" }]);
  });
});

describe("over a lesson", () => {
  const lesson = (db: Db) => anEntry(db, { startsAt: at("10:00"), endsAt: at("11:00") });

  dbTest("an edit asks at the time, and saves once that is confirmed", async ({ db }) => {
    await lesson(db);
    const { id } = await aBooking(db, { status: "booked", examTime: "3:00 pm" });
    const refused = await edit(db, id, { examTime: "10:40 am" });
    expect(refused).toMatchObject({
      ok: false,
      reason: "invalid",
      errors: {
        examTime:
          "It overlaps Ada Visitor's Voice and piano, 60 minutes (10:00 am–11:00 am). Save anyway?",
      },
    });
    const other = await anEntry(db, { startsAt: at("11:00"), firm: false });
    const again = await edit(db, id, { examTime: "10:40 am" }, askedBy(refused));
    expect(again).toMatchObject({ reason: "invalid", overlaps: [{}, { entry: { id: other.id } }] });
    expect(await edit(db, id, { examTime: "10:40 am" }, askedBy(again))).toEqual({ ok: true });
    await db.delete(diaryEntries).where(eq(diaryEntries.id, other.id));
    expect(await inDiary(db)).toMatchObject([{ firm: true }, { kind: "exam", firm: false }]);
  });

  dbTest("an edit of other things asks no more", async ({ db }) => {
    await lesson(db);
    const { id } = await aBooking(db, { status: "booked" });
    await followBookings(db, NOW);
    expect(await edit(db, id, { notes: "Bring the second part" })).toEqual({ ok: true });
  });

  dbTest("a status alone is not changed", async ({ db }) => {
    await lesson(db);
    const { id } = await aBooking(db);
    expect(await book(db, id)).toMatchObject({ ok: false, reason: "overlaps" });
    const [booking] = await db.select().from(amebBookings);
    expect(booking).toMatchObject({ status: "pending", version: 1 });
  });
});

dbTest("what other programs write comes into the diary, follows and leaves", async ({ db }) => {
  const { id } = await aBooking(db, {
    ...rehearsal,
    rehearsalDate: "2026-02-20",
    status: "booked",
  });
  const change = async (columns: Partial<typeof amebBookings.$inferInsert>) => {
    const changed = { notes: "By hand", ...columns };
    await db.update(amebBookings).set(changed).where(eq(amebBookings.id, id));
    await followBookings(db, NOW);
    return (await inDiary(db)).filter(({ kind }) => kind === "exam");
  };
  expect(await change({})).toMatchObject([{ state: "booked", startsAt: at("10:40") }]);
  expect(await change({ examTime: "1pm" })).toMatchObject([{ startsAt: at("13:00") }]);
  expect(await change({ status: "cancelled" })).toMatchObject([{ state: "cancelled" }]);
});
