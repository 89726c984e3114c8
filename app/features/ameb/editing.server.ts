import { and, desc, eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { asksAboutOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { type Over, type Overlap, unseenOf } from "#app/features/diary/overlaps.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings, auditEntries, isListedBooking } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import {
  bookingErrors,
  type BookingField,
  type BookingTexts,
  changedFields,
  changedColumns,
  textsOf,
} from "./booking-edits.ts";
import { followBooking, type NewOverlaps, newOverlaps } from "./diary.server.ts";
import type { AmebBooking } from "./model.ts";
import { nextVersion, recordBooking } from "./record.server.ts";

type LastChange = { actor: string; at: Date };

export type EditOutcome =
  | { ok: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "invalid"; errors: FieldErrors; overlaps?: Overlap[] }
  | { ok: false; reason: "changed"; current: AmebBooking; last: LastChange | null };

/** `over`: the overlaps that the owner has confirmed. */
type Edit = { version: number; texts: BookingTexts; isSure: boolean; over?: Over };

/** Refuses a stale `version` unless all is stored already: the first reply may have been lost. */
export function editBooking(
  db: Db,
  by: Administrator,
  id: string,
  { version, texts, isSure, over = [] }: Edit,
  now = new Date(),
): Promise<EditOutcome> {
  return db.transaction(async (tx) => {
    const [current] = await tx
      .select()
      .from(amebBookings)
      .where(and(eq(amebBookings.id, id), isListedBooking))
      .for("update");
    if (!current) return { ok: false, reason: "not-found" };
    const before = textsOf(current);
    const fields = changedFields(before, texts);
    if (fields.length === 0) return { ok: true };
    if (current.version !== version)
      return { ok: false, reason: "changed", current, last: await lastChange(tx, id) };
    const errors = bookingErrors(before, texts, melbourneDay(now), isSure);
    if (Object.keys(errors).length > 0) return { ok: false, reason: "invalid", errors };
    const columns = changedColumns(current, texts, fields);
    const after = { ...current, ...columns };
    const found = await newOverlaps(tx, current, after, now);
    const overlaps = Object.values(found).flat();
    if (unseenOf(overlaps, over).length > 0)
      return { ok: false, reason: "invalid", errors: questionsAbout(found), overlaps };
    await tx
      .update(amebBookings)
      .set({ ...columns, ...nextVersion(now) })
      .where(eq(amebBookings.id, id));
    await recordBooking(tx, by, "changed", after, now, {
      before: only(before, fields),
      after: only(texts, fields),
    });
    await followBooking(tx, after, now);
    return { ok: true };
  });
}

function questionsAbout({ exam = [], rehearsal = [] }: NewOverlaps): FieldErrors {
  return {
    ...(exam.length > 0 && { examTime: asksAboutOverlaps(exam) }),
    ...(rehearsal.length > 0 && { rehearsalTime: asksAboutOverlaps(rehearsal) }),
  };
}

function only(texts: BookingTexts, fields: readonly BookingField[]): Partial<BookingTexts> {
  return Object.fromEntries(fields.map((field) => [field, texts[field]]));
}

async function lastChange(tx: Db, id: string): Promise<LastChange | null> {
  const [last] = await tx
    .select({ actor: auditEntries.actor, at: auditEntries.at })
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, "booking"), eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.id))
    .limit(1);
  return last ?? null;
}
