import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import { examReminders, planExamReminders, planMissingReminders } from "./reminders.server.tsx";
import { isPending } from "#app/features/email/outbox.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  auditEntries,
  emails,
  reminders,
} from "#app/server/database/tables.server.ts";
import { melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { clockIn } from "#tests/support/time-zone.ts";
import { daysLeft } from "./model.ts";
import { dbTest } from "#tests/support/db.ts";
import { aBooking, NOW, owner, refusedAs } from "#tests/support/factories.ts";
import { eraseAda } from "#tests/support/privacy.ts";
import { deleteBooking, setAmebStatus } from "./commands.server.tsx";
import { findFamilyExam, saveFamilyEntry } from "./family.server.tsx";
import { saveSession, saveVenue } from "./places.server.ts";
import { readExamPlaces } from "./queries.server.ts";

type Booking = typeof amebBookings.$inferSelect;

const undated = { examDate: null, examTime: null, createdAt: NOW };
const exam = { examDate: "2026-10-10", examTime: "10:40", examVenue: "Hall" };
const known = { ...exam, venueId: "" };

async function enter(db: Db, { pageToken }: Booking, given: Partial<typeof known> = {}) {
  const { seen } = (await findFamilyExam(db, pageToken, NOW))!;
  return saveFamilyEntry(db, pageToken, { ...known, seen, ...given }, NOW);
}

const stored = async (db: Db, { id }: Booking) =>
  (await db.select().from(amebBookings).where(eq(amebBookings.id, id)))[0]!;

/** `due step`, of those that still go out. */
async function planned(db: Db): Promise<string[]> {
  const rows = await db.select().from(reminders).where(eq(reminders.state, "wanted"));
  return rows.map(({ dueOn, step }) => `${dueOn} ${step}`).toSorted();
}

const sentKinds = async (db: Db) =>
  (await db.select().from(emails).where(isPending)).map(({ kind }) => kind);

/** At ten in the morning. */
const remindOn = (db: Db, day: string) =>
  sendDueReminders(
    db,
    { booking: examReminders },
    new Date(startOfDay(day).getTime() + 10 * 3_600_000),
  );

async function inSession(db: Db) {
  const values = { name: "Spring", firstDay: "2026-10-05", lastDay: "2026-11-14" };
  await saveSession(db, owner, { id: null, key: "spring", values }, NOW);
  const [session] = (await readExamPlaces(db)).sessions;
  const booking = await aBooking(db, { ...undated, sessionId: session!.id });
  await planExamReminders(db, booking, NOW);
  return { session: session!, booking };
}

describe("a family's page", () => {
  dbTest("takes the date, tells the owner, and shows it in the history", async ({ db }) => {
    const booking = await aBooking(db, undated);
    expect(await enter(db, booking)).toEqual({ ok: true });
    expect(await stored(db, booking)).toMatchObject({
      examDate: "2026-10-10",
      examTime: "10:40 am",
      examVenue: "Hall",
      version: 2,
    });
    expect(await sentKinds(db)).toEqual(["exam-notice"]);
    const [entry] = await db.select().from(auditEntries);
    expect(entry).toMatchObject({
      actor: "client",
      action: "changed",
      after: { examDate: "2026-10-10", examTime: "10:40 am", examVenue: "Hall" },
    });
  });

  dbTest("changes nothing and tells nobody when the same is sent again", async ({ db }) => {
    const booking = await aBooking(db, undated);
    const { seen } = (await findFamilyExam(db, booking.pageToken, NOW))!;
    await enter(db, booking);
    const again = { ...known, seen };
    expect(await saveFamilyEntry(db, booking.pageToken, again, NOW)).toEqual({ ok: true });
    expect(await sentKinds(db)).toHaveLength(1);
  });

  dbTest("refuses what was typed beside an older state", async ({ db }) => {
    const booking = await aBooking(db, undated);
    const { seen } = (await findFamilyExam(db, booking.pageToken, NOW))!;
    await enter(db, booking);
    const stale = { ...known, examDate: "2026-10-11", seen };
    expect(await saveFamilyEntry(db, booking.pageToken, stale, NOW)).toEqual(refusedAs("changed"));
  });

  dbTest("keeps a time in words until one is given", async ({ db }) => {
    const booking = await aBooking(db, { examTime: "after lunch" });
    await enter(db, booking, { examTime: "" });
    expect((await stored(db, booking)).examTime).toBe("after lunch");
  });

  dbTest("offers the venues, and shows the chosen one with its address", async ({ db }) => {
    const values = { name: "Hawthorn Hall", address: "12 Burwood Road" };
    await saveVenue(db, owner, { id: null, key: "hall", values }, NOW);
    const booking = await aBooking(db, { ...undated, works: "Seitz" });
    const { venues } = (await findFamilyExam(db, booking.pageToken, NOW))!;
    await enter(db, booking, { venueId: venues[0]!.id, examVenue: "" });
    expect(await findFamilyExam(db, booking.pageToken, NOW)).toMatchObject({
      place: "Hawthorn Hall, 12 Burwood Road",
      arrival: "10:25 am",
      works: "Seitz",
      musicDue: "2026-09-26",
    });
    const late = new Date("2026-09-27T00:00:00Z");
    expect(await findFamilyExam(db, booking.pageToken, late)).toMatchObject({ musicDue: null });
  });

  dbTest("says by which of her times the owner would be late", async ({ db }) => {
    const [first, second] = [await aBooking(db, exam), await aBooking(db, undated)];
    for (const { id } of [first, second])
      await setAmebStatus(db, owner, { id, from: "pending", status: "booked" }, NOW);
    await enter(db, second, { examTime: "10:50" });
    const [notice] = await db.select().from(emails).where(eq(emails.kind, "exam-notice"));
    expect(notice!.text).toContain("It overlaps Mei Tan's AMEB Grade 5 violin");
  });

  dbTest(
    "is unknown once the booking is deleted, in quarantine, or was never there",
    async ({ db }) => {
      const deleted = await aBooking(db);
      await deleteBooking(db, owner, deleted.id, NOW);
      const suspected = await aBooking(db, { spamReason: "links" });
      for (const token of [deleted.pageToken, suspected.pageToken, "no-such-token-0123456789"]) {
        expect(await findFamilyExam(db, token, NOW)).toBeNull();
        expect(await saveFamilyEntry(db, token, { ...known, seen: "" }, NOW)).toMatchObject({
          reason: "not-found",
        });
      }
    },
  );

  dbTest("takes no more than a dozen changes at once", async ({ db }) => {
    const booking = await aBooking(db, undated);
    const outcomes = [];
    for (let minute = 10; minute < 23; minute++)
      outcomes.push(await enter(db, booking, { examTime: `10:${minute}` }));
    expect(outcomes.map(({ ok }) => ok)).toEqual([
      ...Array.from({ length: 12 }, () => true),
      false,
    ]);
  });

  dbTest("has a link of its own for every booking", async ({ db }) => {
    const tokens = [await aBooking(db), await aBooking(db)].map(({ pageToken }) => pageToken);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(token).toMatch(/^[\w-]{22}$/);
  });
});

describe("the reminders of an exam", () => {
  const music = ["2026-09-19 music-7-days-before", "2026-09-26 music-due"];
  const asked = [
    "2026-03-24 date-14-days-after",
    "2026-09-07 date-28-days-before",
    "2026-09-21 date-14-days-before",
  ];

  dbTest("ask for an unknown date, and move with the session", async ({ db }) => {
    const { session } = await inSession(db);
    expect(await planned(db)).toEqual(asked);
    const values = { name: "Spring", firstDay: "2026-10-12", lastDay: "2026-11-14" };
    await saveSession(db, owner, { id: session.id, key: "", values }, NOW);
    expect(await planned(db)).toEqual([
      asked[0],
      "2026-09-14 date-28-days-before",
      "2026-09-28 date-14-days-before",
    ]);
  });

  dbTest("each ask once, in an email with the link to the page", async ({ db }) => {
    const { booking } = await inSession(db);
    for (const day of ["2026-03-24", "2026-03-25", "2026-09-07", "2026-09-21", "2026-09-22"])
      await remindOn(db, day);
    const sent = await db.select().from(emails).where(eq(emails.kind, "exam-reminder"));
    expect(sent).toHaveLength(3);
    for (const { text } of sent) expect(text).toContain(`/exams/${booking.pageToken}`);
  });

  dbTest("have no words of a stranger's before the owner has answered", async ({ db }) => {
    const words = { studentParentName: "Win at a.example", examBoardGrade: "Prizes: b.example" };
    await planExamReminders(db, await aBooking(db, { ...undated, ...words }), NOW);
    await remindOn(db, "2026-03-24");
    const [email] = await db.select().from(emails);
    expect(email!.text).toContain("Hi there,");
    expect(email!.text).toContain("when your music exam is");
  });

  dbTest("that still wait say how it stands once a mail server is back", async ({ db }) => {
    const { booking } = await inSession(db);
    await setAmebStatus(db, owner, { id: booking.id, from: "pending", status: "booked" }, NOW);
    await remindOn(db, "2026-03-24");
    await enter(db, booking);
    expect(await sentKinds(db)).not.toContain("exam-reminder");
    await remindOn(db, "2026-09-19");
    await enter(db, booking, { examTime: "11:00" });
    await enter(db, booking, { examDate: "2026-10-11" });
    await remindOn(db, "2026-09-20");
    const isReminder = eq(emails.kind, "exam-reminder");
    const waiting = await db.select().from(emails).where(and(isPending, isReminder));
    expect(waiting.map(({ text }) => text)).toEqual([expect.stringContaining("11 October")]);
  });

  dbTest("plan each day once when a date is entered twice, and stop asking", async ({ db }) => {
    const { booking } = await inSession(db);
    await setAmebStatus(db, owner, { id: booking.id, from: "pending", status: "booked" }, NOW);
    await enter(db, booking);
    expect(await planned(db)).toEqual(music);
    await enter(db, booking, { examDate: "2026-10-17" });
    await enter(db, booking);
    expect(await planned(db)).toEqual(music);
  });

  dbTest.for(["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])(
    "ask for the music of an exam on 10 October to the end of 26 September in Melbourne, also in %s",
    async (zone, { db }) => {
      clockIn(zone);
      const booking = await aBooking(db, { ...exam, status: "booked" });
      await planExamReminders(db, booking, NOW);
      expect(await planned(db)).toEqual(music);
      const due = async (at: string) => {
        await sendDueReminders(db, { booking: examReminders }, new Date(at));
        return (await sentKinds(db)).length;
      };
      const lastMinute = "2026-09-26T13:59:00Z";
      expect(await due("2026-09-25T13:59:00Z")).toBe(0);
      expect(await due(lastMinute)).toBe(1);
      const left = (at: string) => daysLeft("2026-10-10", melbourneDay(new Date(at)));
      expect(left(lastMinute)).toContain("sheet music due today");
      expect(left("2026-09-26T14:00:00Z")).toContain("sheet music overdue");
    },
  );

  dbTest("stop when the music is here, and when the booking is cancelled", async ({ db }) => {
    const booked = { ...exam, status: "booked" } as const;
    for (const change of [{ music: "received" }, { status: "cancelled" }] as const) {
      const booking = await aBooking(db, booked);
      await planExamReminders(db, booking, NOW);
      await planExamReminders(db, { ...booking, ...change }, NOW);
    }
    expect(await planned(db)).toEqual([]);
  });

  dbTest("reach a booking that another program has written", async ({ db }) => {
    await aBooking(db, undated);
    await planMissingReminders(db, NOW);
    await planMissingReminders(db, NOW);
    expect(await planned(db)).toEqual(asked.slice(0, 1));
  });

  dbTest("are exported and erased with their family", async ({ db }) => {
    const booking = await aBooking(db, { ...undated, contactEmail: "ada@client.example" });
    await planExamReminders(db, booking, NOW);
    const person = { address: "ada@client.example" };
    const exported = await exportPerson(db, owner, person, NOW);
    expect(exported.reminders.planned).toMatchObject([{ recordId: booking.id }]);
    await eraseAda(db);
    expect(await db.select().from(reminders)).toEqual([]);
  });
});
