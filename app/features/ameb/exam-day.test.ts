import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { issueNewInvoice, notIssued } from "#app/features/invoices/commands.server.ts";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import {
  amebBookings,
  auditEntries,
  emails,
  examMarks,
  salesInvoices,
  sheetMusic,
} from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay, msPerHour, startOfDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { aBooking, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { adasEmail, eraseAda } from "#tests/support/privacy.ts";
import { pdfOf } from "#tests/support/sheet-music.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { textsOf } from "./booking-edits.ts";
import { editBooking } from "./commands.server.tsx";
import { findFamilyExam, saveFamilyEntry } from "./family.server.tsx";
import { getExamDays, readMusicOfDay, markExam } from "./exam-day.server.ts";

const day = melbourneDay(NOW);
const given = {
  examDate: day,
  examTime: "10:40 am",
  status: "booked" as const,
  serviceRequired: ["Exam Day Accompanying Only"],
  rehearsalMinutes: null,
};
const other = { ...owner, userId: "other", email: "other@example.com" };
const typed = {
  buyerName: "Mei Tan",
  buyerEmail: "mei@family.example",
  title: "The exam",
  dueOn: addDays(day, 7),
  lines: [{ text: "Accompanying", amount: 100_00 }],
};
const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * msPerHour);
const done = (bookingId: string, at = NOW) => ({ bookingId, kind: "done" as const, at });
const cardsOf = async (db: Db, now = NOW) =>
  (await getExamDays(db, owner, now)).days.flatMap(({ cards }) => cards);

describe("done", () => {
  moneyOnBoth(
    "and the form for its invoice at the same moment make one; the form names the other",
    async ({ db }) => {
      const { id } = await aBooking(db, given);
      const form = (known: number, key: string) =>
        issueNewInvoice(db, owner, typed, { send: false, bookingId: id, known }, NOW, key);
      await Promise.all([markExam(db, owner, done(id), NOW), form(0, "a form")]);
      expect(await db.$count(salesInvoices)).toBe(1);
      const twice = await Promise.all([form(1, "one form"), form(1, "one form")]);
      expect(twice).toMatchObject([{ ok: true }, { ok: true }]);
      expect(await db.$count(salesInvoices)).toBe(2);
      const refused = await form(0, "another form");
      expect(!refused.ok && notIssued(refused).message).toMatch(/^Not issued: INV-\d+ was made/);
      expect(await form(2, "another form")).toMatchObject({ ok: true });
    },
  );

  moneyOnBoth(
    "sent by two administrators at once, and again, makes one invoice",
    async ({ db }) => {
      const { id } = await aBooking(db, given);
      const [toInvoice] = (await cardsOf(db)).map((card) => card.toInvoice);
      const marks = [owner, other].map((by) => markExam(db, by, done(id), NOW));
      const sent = [...(await Promise.all(marks)), await markExam(db, other, done(id), NOW)];
      expect(sent).toEqual([true, true, true]);
      const invoices = await db.select().from(salesInvoices);
      const issued = { amebBookingId: id, kind: "other", dueOn: addDays(day, 7) };
      expect(invoices).toMatchObject([issued]);
      const [invoice] = invoices;
      expect(toInvoice).toEqual({ total: invoice!.total, email: invoice!.buyerEmail });
      expect(await db.$count(emails)).toBe(1);
      expect(await cardsOf(db)).toMatchObject([
        { done: NOW, invoiceId: invoice!.id, toInvoice: null },
      ]);
    },
  );

  dbTest(
    "makes no second invoice, none before there is a business, and none of a cancelled exam",
    async ({ db }) => {
      const early = await aBooking(db, given);
      expect((await cardsOf(db))[0]!.toInvoice).toBeNull();
      await markExam(db, owner, done(early.id), NOW);
      await theBusiness(db);
      const cancelled = await aBooking(db, { ...given, status: "cancelled" });
      expect(await markExam(db, owner, done(cancelled.id), NOW)).toBe(true);
      expect(await db.$count(salesInvoices)).toBe(0);
      expect(await db.$count(examMarks)).toBe(2);
    },
  );

  moneyTest("of an assistant leaves the invoice to the owner", async ({ db }) => {
    const { id } = await aBooking(db, given);
    const assistant = { ...other, role: "assistant" as const };
    const { days } = await getExamDays(db, assistant, NOW);
    expect(days[0]!.cards[0]!.toInvoice).toBeNull();
    await markExam(db, assistant, done(id), NOW);
    expect(await db.$count(salesInvoices)).toBe(0);
    await markExam(db, owner, done(id), NOW);
    expect(await db.$count(salesInvoices)).toBe(1);
    expect(await db.$count(examMarks)).toBe(1);
  });

  moneyTest("leaves a rehearsal without a listed length to the owner", async ({ db }) => {
    const both = { ...given, serviceRequired: ["Both Exam Day & Rehearsal"] };
    const { id } = await aBooking(db, both);
    await markExam(db, owner, done(id), NOW);
    expect(await cardsOf(db)).toMatchObject([{ done: NOW, invoiceId: null, toInvoice: null }]);
  });
});

dbTest("a mark has the time of the press, unless a phone's clock is wrong", async ({ db }) => {
  const arrived = async (at: Date) => {
    const { id } = await aBooking(db, { ...given, serviceRequired: [] });
    await markExam(db, owner, { bookingId: id, kind: "arrived", at }, NOW);
    return (await cardsOf(db)).find((card) => card.id === id)!.arrived;
  };
  expect(await arrived(hoursAgo(2))).toEqual(hoursAgo(2));
  expect(await arrived(hoursAgo(37))).toEqual(NOW);
  expect(await arrived(hoursAgo(-1))).toEqual(NOW);
  expect(await db.$count(auditEntries)).toBe(3);
});

dbTest("an exam that moves to a later day begins without marks", async ({ db }) => {
  const booking = await aBooking(db, given);
  await markExam(db, owner, { bookingId: booking.id, kind: "arrived", at: NOW }, NOW);
  const { seen } = (await findFamilyExam(db, booking.pageToken, NOW))!;
  const byFamily = {
    examDate: addDays(day, 2),
    examTime: "10:40",
    examVenue: "",
    venueId: "",
    seen,
  };
  expect(await saveFamilyEntry(db, booking.pageToken, byFamily, NOW)).toMatchObject({ ok: true });
  for (const [at, examDate] of [addDays(day, -1), addDays(day, 1)].entries()) {
    const texts = { ...textsOf(booking), examDate };
    await editBooking(db, owner, booking.id, { version: at + 2, texts, isSure: true }, NOW);
    expect(await db.$count(examMarks)).toBe(1 - at);
  }
});

dbTest("a mark of a deleted or unknown exam is refused and leaves nothing", async ({ db }) => {
  const { id } = await aBooking(db, given);
  await db.update(amebBookings).set({ deletedAt: NOW });
  for (const bookingId of [id, "x", "00000000-0000-4000-8000-000000000000"])
    expect(await markExam(db, owner, done(bookingId), NOW)).toBe(false);
  expect(await db.$count(examMarks)).toBe(0);
});

dbTest("a mark is in a family's export and goes with its erasure", async ({ db }) => {
  const { id } = await aBooking(db, { ...given, contactEmail: adasEmail });
  await markExam(db, owner, { bookingId: id, kind: "arrived", at: NOW }, NOW);
  const { examMarks: exported } = await exportPerson(db, owner, { address: adasEmail });
  expect(exported).toEqual([{ bookingId: id, kind: "arrived", at: NOW }]);
  await eraseAda(db);
  expect(await db.$count(examMarks)).toBe(0);
});

const file = async (db: Db, bookingId: string, bytes: Buffer, pages = 1) =>
  db.insert(sheetMusic).values({ bookingId, fileName: "a.pdf", format: "pdf", pages, bytes });

describe("the day", () => {
  dbTest("has its exams by time, with the pages of one PDF", async ({ db }) => {
    const late = await aBooking(db, { ...given, examTime: "2:00 pm" });
    const early = await aBooking(db, { ...given, examTime: "9:00 am" });
    await aBooking(db, { ...given, status: "cancelled" });
    await aBooking(db, {
      ...given,
      serviceRequired: ["Rehearsal Only (specify duration: 15 / 30 / 45 min)"],
    });
    await file(db, late.id, await pdfOf(1, "Late"));
    await file(db, early.id, await pdfOf(2, "Early"), 2);
    const cards = await cardsOf(db);
    expect(cards.map(({ id, page, pages, arrival }) => [id, page, pages, arrival])).toEqual([
      [early.id, 1, 2, "8:45 am"],
      [late.id, 3, 1, "1:45 pm"],
    ]);
    const { text } = await readPdf(Uint8Array.from((await readMusicOfDay(db, owner, day))!));
    expect(text).toBe("Early 1 Early 2 Late 1");
  });

  dbTest("names another version once a file is replaced", async ({ db }) => {
    const { id } = await aBooking(db, given);
    const versionNow = async () => (await getExamDays(db, owner, NOW)).days[0]!.version;
    await file(db, id, await pdfOf(1));
    const before = await versionNow();
    expect(await versionNow()).toBe(before);
    await db.delete(sheetMusic);
    await file(db, id, await pdfOf(1));
    expect(await versionNow()).not.toBe(before);
  });

  dbTest("of 60 MB has as much music as a phone keeps, from its beginning", async ({ db }) => {
    const first = await aBooking(db, { ...given, examTime: "9:00 am" });
    const second = await aBooking(db, { ...given, examTime: "10:00 am" });
    await file(db, first.id, await pdfOf(1, "First"));
    await db.execute(
      sql`insert into sheet_music (booking_id, file_name, format, pages, bytes)
        select ${second.id}, 'a.pdf', 'pdf', 3, repeat('x', 12 * 1024 * 1024)::bytea from generate_series(1, 5)`,
    );
    const [one, two] = await cardsOf(db);
    expect([one, two]).toMatchObject([
      { pages: 1, left: 0 },
      { pages: 9, left: 6 },
    ]);
  });

  dbTest("ends at midnight in Melbourne, also on the day the clocks change", async ({ db }) => {
    const sunday = "2027-04-04";
    const { id } = await aBooking(db, { ...given, examDate: sunday });
    const shown = async (now: Date) => {
      const { today: named, days } = await getExamDays(db, owner, now);
      return [named, days.map((one) => [one.day, one.cards[0]!.id])];
    };
    const end = startOfDay("2027-04-05").getTime();
    expect(end - startOfDay(sunday).getTime()).toBe(25 * msPerHour);
    const saturday = new Date(startOfDay(sunday).getTime() - 1);
    expect(await shown(saturday)).toEqual(["2027-04-03", [[sunday, id]]]);
    expect(await shown(new Date(end - 1))).toEqual([sunday, [[sunday, id]]]);
    expect(await shown(new Date(end))).toEqual(["2027-04-05", []]);
  });

  dbTest("without an exam names the next one", async ({ db }) => {
    expect(await getExamDays(db, owner, NOW)).toMatchObject({ days: [], next: null });
    await aBooking(db, { ...given, examDate: addDays(day, 3), status: "cancelled" });
    await aBooking(db, { ...given, examDate: addDays(day, 9) });
    expect(await getExamDays(db, owner, NOW)).toMatchObject({ days: [], next: addDays(day, 9) });
  });
});
