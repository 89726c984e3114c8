import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, auditEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aBooking, anEmail, NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { type BookingTexts, textsOf } from "./booking-edits.ts";
import { mergeTexts } from "#app/values/stale-form.ts";
import { deleteBooking, restoreBooking, setAmebStatus, editBooking } from "./commands.server.tsx";
import { findFamilyExam } from "./family.server.tsx";
import type { AmebBooking } from "./model.ts";
import { getBooking, getBookingHistory } from "./queries.server.ts";

const edit = (
  db: Db,
  booking: AmebBooking,
  change: Partial<BookingTexts>,
  { version = booking.version, isSure = false } = {},
) =>
  editBooking(
    db,
    owner,
    booking.id,
    { version, texts: { ...textsOf(booking), ...change }, isSure },
    NOW,
  );

async function stored(db: Db, id: string): Promise<AmebBooking> {
  const [booking] = await db.select().from(amebBookings).where(eq(amebBookings.id, id));
  return booking!;
}

const lastEntry = async (db: Db) =>
  (await db.select().from(auditEntries).orderBy(auditEntries.id)).at(-1);

describe("an edit of a booking", () => {
  dbTest("enters the date that was to be advised, and raises the version", async ({ db }) => {
    const booking = await aBooking(db, { examDate: null, examTime: null });
    expect(await edit(db, booking, { examDate: "2026-06-20", examTime: "2 pm" })).toEqual({
      ok: true,
    });
    expect(await stored(db, booking.id)).toEqual({
      ...booking,
      examDate: "2026-06-20",
      examTime: "2 pm",
      version: 2,
      updatedAt: NOW,
    });
  });

  dbTest("writes every field, and empties those that may be empty", async ({ db }) => {
    const booking = await aBooking(db);
    const filled = {
      status: "booked",
      examDate: "2026-06-21",
      examTime: "11:00 am",
      examMinutes: "20",
      sessionId: "",
      venueId: "",
      examVenue: "Room 3, South Bank",
      rehearsalDate: "2026-06-14",
      rehearsalTime: "16:30",
      rehearsalMinutes: "45",
      travelMinutes: "40",
      examBoardGrade: "AMEB Grade 6 violin",
      level: "2",
      candidateName: "Lucas",
      instrument: "Violin",
      music: "received",
      works: "Vivaldi, Allegro\nBartók, Dance",
      teacherName: "J. Ferraro",
      serviceRequired: "Both Exam Day & Rehearsal",
      studentParentName: "Mei Tan-Lee",
      contactEmail: "mei@new.example",
      notes: "Prefers the lower stool.",
    };
    await edit(db, booking, filled);
    const changed = await stored(db, booking.id);
    expect(textsOf(changed)).toEqual(filled);
    expect(changed).toMatchObject({ rehearsalTime: "16:30:00", rehearsalMinutes: 45 });
    const names = ["examDate", "examTime", "examVenue", "rehearsalDate", "rehearsalTime"] as const;
    const texts = ["candidateName", "works", "teacherName", "notes", "rehearsalMinutes"] as const;
    const empty = Object.fromEntries([...names, ...texts].map((name) => [name, ""]));
    expect(await edit(db, changed, empty)).toEqual({ ok: true });
    const nulls = Object.fromEntries([...names, ...texts].map((name) => [name, null]));
    expect(await stored(db, booking.id)).toMatchObject(nulls);
  });

  dbTest("of the address ends the old one's link, and emails that wait for it", async ({ db }) => {
    const booking = await aBooking(db);
    await anEmail(db, { recipient: booking.contactEmail, amebBookingId: booking.id });
    await edit(db, booking, { contactEmail: "right@example.com" });
    expect(await findFamilyExam(db, booking.pageToken, NOW)).toBeNull();
    expect((await stored(db, booking.id)).pageToken).toMatch(/^[\w-]{22,}$/);
    expect(await db.select().from(emails)).toMatchObject([{ state: "expired" }]);
  });

  dbTest("logs the changed fields only, before and after", async ({ db }) => {
    const booking = await aBooking(db, { examTime: null });
    await edit(db, booking, { examTime: "9.30 am", examVenue: "South Bank" });
    expect(await lastEntry(db)).toMatchObject({
      actor: owner.email,
      action: "changed",
      subjectId: booking.id,
      before: { examTime: "", examVenue: "" },
      after: { examTime: "9.30 am", examVenue: "South Bank" },
    });
    const { changes } = await getBookingHistory(db, owner, booking.id);
    expect(changes).toHaveLength(1);
  });

  dbTest("that changes nothing is no change", async ({ db }) => {
    const booking = await aBooking(db);
    expect(await edit(db, booking, {})).toEqual({ ok: true });
    expect(await stored(db, booking.id)).toEqual(booking);
    expect(await db.$count(auditEntries)).toBe(0);
  });

  dbTest("from a stale tab is refused, and says who has changed it", async ({ db }) => {
    const booking = await aBooking(db);
    await setAmebStatus(
      db,
      { userId: "other", email: "other@example.com", role: "owner" },
      { id: booking.id, from: "pending", status: "booked" },
      NOW,
    );
    expect(await edit(db, booking, { works: "Vivaldi" })).toMatchObject({
      ok: false,
      reason: "changed",
      current: { status: "booked", works: null, version: 2 },
      last: { actor: "other@example.com", at: NOW },
    });
  });

  dbTest("sent again because its answer was lost is saved, and saved once", async ({ db }) => {
    const booking = await aBooking(db);
    const change = { works: "Vivaldi", rehearsalDate: "2026-06-21" };
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await edit(db, booking, change, { isSure: true })).toEqual({ ok: true });
    expect((await stored(db, booking.id)).version).toBe(2);
    expect(await db.$count(auditEntries)).toBe(1);
  });

  onBoth("of which two come at once is made once", async ({ db }) => {
    const booking = await aBooking(db);
    const outcomes = await Promise.all([
      edit(db, booking, { works: "Vivaldi" }),
      edit(db, booking, { works: "Bartók" }),
    ]);
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect((await stored(db, booking.id)).version).toBe(2);
  });

  dbTest("of a deleted, quarantined or unknown booking finds none", async ({ db }) => {
    const deleted = await aBooking(db, { deletedAt: NOW });
    const suspected = await aBooking(db, { spamReason: "trap" });
    for (const booking of [deleted, suspected, { ...deleted, id: "no-id" }])
      expect(await edit(db, booking, { works: "Vivaldi" })).toEqual(refusedAs("not-found"));
    expect(await getBooking(db, owner, deleted.id, NOW)).toMatchObject({ id: deleted.id });
    expect(await getBooking(db, owner, suspected.id, NOW)).toBeNull();
  });
});

describe("a row of another program", () => {
  dbTest("keeps what was not touched when something else is saved", async ({ db }) => {
    const odd = await aBooking(db, {
      examTime: `  morning,\nsecond  half ${"of the day ".repeat(12)}`,
      teacherName: null,
      studentParentName: "M",
      contactEmail: "mei at home",
      examBoardGrade: "",
      serviceRequired: ["Page turning\nand tea", "Both Exam Day & Rehearsal"],
      examDate: "1999-05-01",
    });
    expect(await edit(db, odd, { works: "Vivaldi" })).toEqual({ ok: true });
    expect(await stored(db, odd.id)).toEqual({
      ...odd,
      works: "Vivaldi",
      version: 2,
      updatedAt: NOW,
    });
  });

  dbTest("keeps the spelling of its services when one is added", async ({ db }) => {
    const odd = await aBooking(db, { serviceRequired: ["Page turning\nand tea"] });
    await edit(db, odd, { serviceRequired: "Exam Day Accompanying Only\nPage turning and tea" });
    expect((await stored(db, odd.id)).serviceRequired).toEqual([
      "Page turning\nand tea",
      "Exam Day Accompanying Only",
    ]);
  });
});

dbTest.for<[Partial<BookingTexts>, keyof BookingTexts, string]>([
  [{ examDate: "2026-02-30" }, "examDate", "Please enter a date."],
  [{ examDate: "2062-06-20" }, "examDate", "Please check the year: that's over three years away."],
  [
    { rehearsalDate: "2002-06-20" },
    "rehearsalDate",
    "Please check the year: that's over three years away.",
  ],
  [
    { rehearsalDate: "2026-06-21" },
    "rehearsalDate",
    "That's after the exam on Saturday, 20 June 2026. Is the date right?",
  ],
  [
    { rehearsalDate: "2026-06-20", rehearsalTime: "10:41" },
    "rehearsalDate",
    "That's later than the exam on the same day. Is the time right?",
  ],
  [{ rehearsalTime: "25:00" }, "rehearsalTime", "Please enter a time, such as 4:30 pm."],
  [{ rehearsalMinutes: "20" }, "rehearsalMinutes", "Please choose 15, 30 or 45 minutes."],
  [{ status: "paid" }, "status", "Please choose a status."],
  [{ status: "" }, "status", "Please choose a status."],
  [{ examBoardGrade: "" }, "examBoardGrade", "Exam Board & Grade is required."],
  [{ serviceRequired: "" }, "serviceRequired", "Please select at least one service."],
  [{ studentParentName: "M" }, "studentParentName", "Student/Parent Name is required."],
  [{ contactEmail: "mei" }, "contactEmail", "Please enter a valid email address."],
  [{ examVenue: "x".repeat(101) }, "examVenue", "Please use at most 100 characters."],
  [{ examMinutes: "4" }, "examMinutes", "Enter minutes from 5 to 240."],
  [{ level: "4" }, "level", "Please choose a level."],
])("%j is refused: %s", async ([change, field, message], { db }) => {
  const booking = await aBooking(db);
  expect(await edit(db, booking, change)).toEqual({
    ok: false,
    reason: "invalid",
    errors: { [field]: message },
  });
  expect(await stored(db, booking.id)).toEqual(booking);
});

dbTest(
  "a rehearsal after the exam is saved once confirmed, and asked about once",
  async ({ db }) => {
    const booking = await aBooking(db);
    const change = { rehearsalDate: "2026-06-21" };
    expect(await edit(db, booking, change, { isSure: true })).toEqual({ ok: true });
    const saved = await stored(db, booking.id);
    expect(await edit(db, saved, { works: "Vivaldi" })).toEqual({ ok: true });
  },
);

dbTest("a rehearsal before the exam on its day is no question", async ({ db }) => {
  const booking = await aBooking(db);
  const change = { rehearsalDate: "2026-06-20", rehearsalTime: "09:00" };
  expect(await edit(db, booking, change)).toEqual({ ok: true });
});

dbTest("a stale tab keeps what was typed, and elsewhere shows what stands", async ({ db }) => {
  const seen = textsOf(await aBooking(db));
  const typed = { ...seen, works: "Vivaldi", examTime: "noon" };
  const current = { ...seen, works: "Bartók", status: "booked" };
  expect(mergeTexts(seen, typed, current)).toEqual({
    texts: { ...seen, works: "Vivaldi", examTime: "noon", status: "booked" },
    theirs: { works: "Bartók" },
  });
});

dbTest("a status, a deletion and its undo raise the version, too", async ({ db }) => {
  const { id } = await aBooking(db);
  await setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW);
  await setAmebStatus(db, owner, { id, from: "booked", status: "booked" }, NOW);
  expect((await stored(db, id)).version).toBe(2);
  await deleteBooking(db, owner, id, NOW);
  expect((await stored(db, id)).version).toBe(3);
  await restoreBooking(db, owner, id, NOW);
  expect(await stored(db, id)).toMatchObject({ version: 4, updatedAt: NOW, deletedAt: null });
});
