import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, ne, or, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import {
  amebBookings,
  auditEntries,
  emails,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { ListQuery, ListPage } from "#app/ui/admin/list-query.ts";
import type { AmebBooking } from "./model.ts";

const source = {
  table: amebBookings,
  sorts: {
    created: amebBookings.createdAt,
    exam: amebBookings.examDate,
    name: sql`lower("student_parent_name")`,
  },
  id: amebBookings.id,
};

/** Without deleted ones and those in quarantine. */
export function listBookings(
  db: Db,
  _by: Administrator,
  list: ListQuery,
): Promise<ListPage<AmebBooking>> {
  const { status, month, from, to } = list.filters;
  return readPage(db, source, list, [
    isListedBooking,
    status ? eq(amebBookings.status, status as AmebBooking["status"]) : undefined,
    inMonth(amebBookings.examDate, month),
    from ? gte(amebBookings.examDate, from) : undefined,
    to ? lte(amebBookings.examDate, to) : undefined,
    matches(amebBookings, list.search),
  ]);
}

/** Includes a deleted booking while it can be restored, but none in quarantine. */
export async function getBooking(
  db: Db,
  _by: Administrator,
  id: string,
  now = new Date(),
): Promise<AmebBooking | null> {
  const [booking] = await db
    .select()
    .from(amebBookings)
    .where(
      and(
        eq(amebBookings.id, id),
        isNull(amebBookings.spamReason),
        or(isNull(amebBookings.deletedAt), isRestorableBooking(now)),
      ),
    );
  return booking ?? null;
}

export async function getBookingHistory(db: Db, _by: Administrator, id: string) {
  const changes = await db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.subjectKind, "booking"), eq(auditEntries.subjectId, id)))
    .orderBy(desc(auditEntries.id));
  const sent = await db
    .select({
      id: emails.id,
      subject: emails.subject,
      recipient: emails.recipient,
      state: emails.state,
      createdAt: emails.createdAt,
    })
    .from(emails)
    .where(eq(emails.amebBookingId, id))
    .orderBy(desc(emails.createdAt), desc(emails.id));
  return { changes, emails: sent };
}

export function listBookingsSince(db: Db, day: Day): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(
      and(
        isListedBooking,
        ne(amebBookings.status, "cancelled"),
        or(gte(amebBookings.examDate, day), gte(amebBookings.rehearsalDate, day)),
      ),
    )
    .orderBy(asc(amebBookings.examDate), asc(amebBookings.id));
}

export const isRestorableBooking = (now: Date) => gt(amebBookings.deletedAt, restorableSince(now));

export function listDeletedBookings(
  db: Db,
  _by: Administrator,
  now = new Date(),
): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(isRestorableBooking(now))
    .orderBy(desc(amebBookings.deletedAt))
    .limit(200);
}

export async function getQuarantinedBooking(
  db: Db,
  _by: Administrator,
  id: string,
): Promise<AmebBooking | null> {
  const [booking] = await db
    .select()
    .from(amebBookings)
    .where(and(eq(amebBookings.id, id), isNotNull(amebBookings.spamReason)));
  return booking ?? null;
}

export function listQuarantinedBookings(db: Db, _by: Administrator): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(isNotNull(amebBookings.spamReason))
    .orderBy(desc(amebBookings.createdAt), desc(amebBookings.id))
    .limit(50);
}
