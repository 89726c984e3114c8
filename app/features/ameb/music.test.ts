import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { getEmailDraft } from "#app/features/email/queries.server.ts";
import { isPending } from "#app/features/email/outbox.server.ts";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  auditEntries,
  emails,
  reminders,
  sheetMusic,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases } from "#tests/support/db.ts";
import { aBooking, NOW, owner } from "#tests/support/factories.ts";
import { adasEmail, eraseAda } from "#tests/support/privacy.ts";
import { findFamilyExam } from "./family.server.tsx";
import { listMusic, readMusic, getBookingEmailRecord } from "./queries.server.ts";
import { deleteExpiredMusic, removeMusic, storeMusic } from "./music.server.tsx";
import { planExamReminders } from "./reminders.server.tsx";

const aFile = (digit: number, pages = 2) => ({
  id: `00000000-0000-4000-8000-00000000000${digit}`,
  fileName: `part ${digit}.pdf`,
  format: "pdf" as const,
  pages,
  bytes: Uint8Array.from([0, 255, digit]),
});

const dated = { examDate: "2026-10-10", status: "booked" } as const;
type Booking = typeof amebBookings.$inferSelect;

const send = (db: Db, { pageToken }: Booking, files = [aFile(1)], now = NOW) =>
  storeMusic(db, pageToken, files, now);

const stateOf = async (db: Db, { id }: Booking) =>
  (await db.select().from(amebBookings).where(eq(amebBookings.id, id)))[0]!.music;

describe("sheet music", () => {
  dbTest("that arrives is received, tells the owner and ends the reminders", async ({ db }) => {
    const booking = await aBooking(db, dated);
    await planExamReminders(db, booking, NOW);
    const due = () => db.$count(reminders, eq(reminders.state, "wanted"));
    expect(await due()).toBe(2);
    expect(await send(db, booking, [aFile(1), aFile(2, 3)])).toEqual({ ok: true });
    expect([await stateOf(db, booking), await due()]).toEqual(["received", 0]);
    const [notice, ...others] = await db.select().from(emails).where(isPending);
    expect([notice!.kind, notice!.text, others]).toEqual([
      "exam-notice",
      expect.stringContaining("2 files, 5 pages."),
      [],
    ]);
    const actions = await db.select({ action: auditEntries.action }).from(auditEntries);
    expect(actions.map(({ action }) => action)).toEqual(["added music to", "changed", "added"]);
    const { files } = (await findFamilyExam(db, booking.pageToken, NOW))!;
    expect(files.map(({ fileName }) => fileName)).toEqual(["part 1.pdf", "part 2.pdf"]);
  });

  onBothDatabases("sent twice at once is kept and announced once", async ({ db }) => {
    const booking = await aBooking(db, dated);
    expect(await Promise.all([send(db, booking), send(db, booking)])).toEqual([
      { ok: true },
      { ok: true },
    ]);
    expect([await db.$count(sheetMusic), await db.$count(emails, isPending)]).toEqual([1, 1]);
  });

  dbTest("is at most five files and sixty pages of one exam", async ({ db }) => {
    const booking = await aBooking(db, dated);
    await send(db, booking, [aFile(1, 30), aFile(2, 29)]);
    expect(await send(db, booking, [aFile(3, 2)])).toMatchObject({ reason: "too-many-pages" });
    const four = [aFile(3, 1), aFile(4, 1), aFile(5, 1), aFile(6, 1)];
    expect(await send(db, booking, four)).toMatchObject({ reason: "too-many" });
    expect(await db.$count(sheetMusic)).toBe(2);
  });

  dbTest(
    "is not kept for a cancelled exam, one that is over, or an unknown link",
    async ({ db }) => {
      const cancelled = await aBooking(db, { ...dated, status: "cancelled" });
      const over = await aBooking(db, { ...dated, examDate: "2020-10-10" });
      expect([await send(db, cancelled), await send(db, over)]).toMatchObject([
        { reason: "closed" },
        { reason: "closed" },
      ]);
      expect(await storeMusic(db, "A".repeat(22), [aFile(1)], NOW)).toMatchObject({
        reason: "not-found",
      });
    },
  );

  dbTest("is given to its own link and the owner only", async ({ db }) => {
    const [mine, other] = [await aBooking(db, dated), await aBooking(db, dated)];
    await send(db, mine);
    const { id } = aFile(1);
    expect((await readMusic(db, { token: mine.pageToken }, id))!.bytes).toEqual(
      expect.objectContaining({ length: 3 }),
    );
    expect(await readMusic(db, { token: other.pageToken }, id)).toBeNull();
    expect((await readMusic(db, { by: owner, bookingId: mine.id }, id))!.fileName).toBe(
      "part 1.pdf",
    );
    expect(await readMusic(db, { by: owner, bookingId: other.id }, id)).toBeNull();
    expect(await removeMusic(db, other.pageToken, id, NOW)).toBe(true);
    expect(await db.$count(sheetMusic)).toBe(1);
  });

  dbTest("is missing again when its last file is removed", async ({ db }) => {
    const booking = await aBooking(db, dated);
    await send(db, booking, [aFile(1), aFile(2)]);
    await removeMusic(db, booking.pageToken, aFile(1).id, NOW);
    expect(await stateOf(db, booking)).toBe("received");
    await removeMusic(db, booking.pageToken, aFile(2).id, NOW);
    expect([await stateOf(db, booking), await listMusic(db, booking.id)]).toEqual(["missing", []]);
  });

  dbTest("is deleted 30 days after the exam, its booking stays", async ({ db }) => {
    const booking = await aBooking(db, dated);
    await send(db, booking);
    // Melbourne is eleven hours ahead.
    await deleteExpiredMusic(db, new Date("2026-11-09T12:59:00Z"));
    expect(await db.$count(sheetMusic)).toBe(1);
    await deleteExpiredMusic(db, new Date("2026-11-09T13:00:00Z"));
    expect([await db.$count(sheetMusic), await db.$count(amebBookings)]).toEqual([0, 1]);
  });

  dbTest("is named in a family's export and goes with its erasure", async ({ db }) => {
    const booking = await aBooking(db, { ...dated, contactEmail: adasEmail });
    await send(db, booking);
    const { sheetMusic: exported } = await exportPerson(db, owner, { address: adasEmail });
    expect(exported).toEqual([expect.objectContaining({ fileName: "part 1.pdf", pages: 2 })]);
    await eraseAda(db);
    expect(await db.$count(sheetMusic)).toBe(0);
  });
});

describe("late sheet music", () => {
  const draftOf = async (db: Db, { id }: Booking, now: Date) => {
    const read = () => getBookingEmailRecord(db, owner, id, now);
    const draft = await getEmailDraft(db, owner, { kind: "ameb-bookings", id, read });
    return draft!.templates.map(({ name }) => name);
  };
  const lastMinute = new Date("2026-09-26T13:59:00Z");
  const tooLate = new Date("2026-09-26T14:00:00Z");

  dbTest(
    "begins when 26 September ends in Melbourne, for an exam on 10 October",
    async ({ db }) => {
      const booking = await aBooking(db, dated);
      expect(await draftOf(db, booking, lastMinute)).toEqual([]);
      expect(await draftOf(db, booking, tooLate)).toEqual(["Late fee", "Can't accompany"]);
    },
  );

  dbTest("is said to the owner, and stays late once it is there", async ({ db }) => {
    const booking = await aBooking(db, dated);
    await send(db, booking, [aFile(1)], tooLate);
    const [notice] = await db.select().from(emails).where(isPending);
    expect(notice!.text).toContain("1 file, 2 pages, 1 day late.");
    expect(await draftOf(db, booking, tooLate)).toEqual(["Late fee", "Can't accompany"]);
  });
});
