import { href } from "react-router";
import { and, eq, inArray, lt, or, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { tokenPattern } from "#app/features/diary/entries.server.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, HowToAnswer, Text } from "#app/features/email/email-parts.tsx";
import { ownerEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consume } from "#app/server/database/rate-limit.server.ts";
import { amebBookings, isListedBooking, sheetMusic } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { isDay, melbourneDay } from "#app/values/calendar.ts";
import { periodStart } from "#app/values/period.ts";
import { sheetMusicKept } from "#app/values/terms.ts";
import { isUuid } from "#app/values/text.ts";
import { countOf } from "#app/values/wording.ts";
import { textsOf } from "./booking-edits.ts";
import { writeEdit } from "./commands.server.ts";
import { changesOfFamily } from "./family.server.tsx";
import { type AmebBooking, bookingLabel } from "./model.ts";
import { type MusicRefusal, musicDaysLate, type NewMusic, musicLimits } from "./music.ts";
import { listMusic } from "./music-queries.server.ts";
import { readExamPlaces } from "./queries.server.ts";

const ofToken = (token: string) => and(eq(amebBookings.pageToken, token), isListedBooking);

const fileOf = (bookingId: string, id: string) =>
  and(eq(sheetMusic.id, id), eq(sheetMusic.bookingId, bookingId));

const isClosed = ({ status, examDate }: AmebBooking, now: Date) =>
  status === "cancelled" || (examDate !== null && isDay(examDate) && examDate < melbourneDay(now));

async function lockBooking(tx: Db, token: string): Promise<AmebBooking | null> {
  if (!tokenPattern.test(token)) return null;
  const [booking] = await tx.select().from(amebBookings).where(ofToken(token)).for("update");
  return booking ?? null;
}

type Stored = { ok: true } | { ok: false; reason: "not-found" | MusicRefusal };

export function storeMusic(
  db: Db,
  token: string,
  files: readonly NewMusic[],
  now = new Date(),
): Promise<Stored> {
  return db.transaction(async (tx): Promise<Stored> => {
    const booking = await lockBooking(tx, token);
    if (!booking) return { ok: false, reason: "not-found" };
    if (isClosed(booking, now)) return { ok: false, reason: "closed" };
    const stored = await listMusic(tx, booking.id);
    const added = files.filter(({ id }) => !stored.some((file) => file.id === id));
    if (added.length === 0) return { ok: true };
    const all = [...stored, ...added];
    if (all.length > musicLimits.files) return { ok: false, reason: "too-many" };
    if (all.reduce((sum, { pages }) => sum + pages, 0) > musicLimits.pages)
      return { ok: false, reason: "too-many-pages" };
    if ((await consume(tx, `exam page ${booking.id}`, changesOfFamily, now)) !== null)
      return { ok: false, reason: "many" };
    // A millisecond apart: they are listed in the order in which they were chosen.
    const rows = added.map((file, index) => ({
      ...file,
      bookingId: booking.id,
      createdAt: new Date(now.getTime() + index),
    }));
    await tx.insert(sheetMusic).values(rows);
    await recordMusic(tx, booking, "added music to", now);
    if (booking.music === "missing") await setMusic(tx, booking, "received", now);
    await tellOwnerOfMusic(tx, booking, added, now);
    return { ok: true };
  });
}

/** False for an unknown link; a file that is gone already is removed. */
export function removeMusic(db: Db, token: string, id: string, now = new Date()): Promise<boolean> {
  return db.transaction(async (tx) => {
    const booking = await lockBooking(tx, token);
    if (!booking || !isUuid(id)) return false;
    const removed = await tx
      .delete(sheetMusic)
      .where(fileOf(booking.id, id))
      .returning({ id: sheetMusic.id });
    if (removed.length === 0) return true;
    await recordMusic(tx, booking, "removed music from", now);
    const isLast = (await listMusic(tx, booking.id)).length === 0;
    if (isLast && booking.music === "received") await setMusic(tx, booking, "missing", now);
    return true;
  });
}

async function setMusic(tx: Db, booking: AmebBooking, music: string, now: Date): Promise<void> {
  const places = await readExamPlaces(tx);
  const texts = { ...textsOf(booking), music };
  await writeEdit(tx, "client", booking, { texts, fields: ["music"], places }, now);
}

function recordMusic(
  tx: Db,
  booking: AmebBooking,
  action: "added music to" | "removed music from",
  now: Date,
): Promise<void> {
  const subject = { kind: "booking", id: booking.id, label: bookingLabel(booking) } as const;
  return recordActivity(tx, { actor: "client", action, subject }, now);
}

async function tellOwnerOfMusic(
  tx: Db,
  booking: AmebBooking,
  files: readonly NewMusic[],
  now: Date,
): Promise<void> {
  const { id, contactEmail, studentParentName } = booking;
  const late = musicDaysLate(booking, melbourneDay(now));
  const pages = files.reduce((sum, file) => sum + file.pages, 0);
  const came = `${countOf(files.length, "file")}, ${countOf(pages, "page")}`;
  const what = `${came}${late > 0 ? `, ${countOf(late, "day")} late` : ""}`;
  await queueEmails(tx, {
    kind: "exam-notice",
    recipient: ownerEmail(),
    replyTo: contactEmail,
    subject: `Sheet music from ${bookingLabel(booking)}`,
    body: (
      <EmailLayout preview={what}>
        <Heading>Sheet music from {studentParentName}</Heading>
        <Text>{`Uploaded on the family's page: ${what}.`}</Text>
        <HowToAnswer email={contactEmail} />
        <Action href={absoluteUrl(href("/admin/ameb-bookings/:id", { id }))}>
          Open this booking
        </Action>
      </EmailLayout>
    ),
    amebBookingId: id,
  });
}

export async function deleteExpiredMusic(db: Db, now: Date): Promise<void> {
  const since = periodStart(sheetMusicKept, now);
  const cancelled = and(
    eq(amebBookings.status, "cancelled"),
    lt(sql`greatest(${amebBookings.createdAt}, ${amebBookings.updatedAt})`, since.toISOString()),
  );
  const over = db
    .select({ id: amebBookings.id })
    .from(amebBookings)
    .where(or(lt(amebBookings.examDate, melbourneDay(since)), cancelled));
  await db.delete(sheetMusic).where(inArray(sheetMusic.bookingId, over));
}
