import { and, asc, desc, eq, gt, gte, isNotNull, isNull, lte, ne, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { matches, readPage } from "#app/server/database/list.server.ts";
import { amebBookings } from "#app/server/database/tables.server.ts";
import { addDays, type Day } from "#app/values/calendar.ts";
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

/** The enquiries that the list's address asks for, newest first unless it says otherwise; what looks like a program's stands in quarantine. */
export function listBookings(
  db: Db,
  _asker: Administrator,
  list: ListQuery,
): Promise<ListPage<AmebBooking>> {
  const { status, from, to } = list.filters;
  return readPage(db, source, list, [
    isNull(amebBookings.deletedAt),
    isNull(amebBookings.spamReason),
    status ? eq(amebBookings.status, status as AmebBooking["status"]) : undefined,
    from ? gte(amebBookings.examDate, from) : undefined,
    to ? lte(amebBookings.examDate, to) : undefined,
    matches(amebBookings, list.search),
  ]);
}

/** Exam days for the owner's calendar, from three months ago on; cancelled ones are left out. */
export function listExamDays(db: Db, today: Day): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(
      and(
        isNull(amebBookings.deletedAt),
        isNull(amebBookings.spamReason),
        ne(amebBookings.status, "cancelled"),
        gte(amebBookings.examDate, addDays(today, -92)),
      ),
    )
    .orderBy(asc(amebBookings.examDate), asc(amebBookings.id));
}

/** Deleted bookings that can still be taken back. */
export function listDeletedBookings(
  db: Db,
  _asker: Administrator,
  now = new Date(),
): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(gt(amebBookings.deletedAt, restorableSince(now)))
    .orderBy(desc(amebBookings.deletedAt))
    .limit(200);
}

/** The newest enquiries that look like a program's, newest first. */
export function listQuarantinedBookings(db: Db, _asker: Administrator): Promise<AmebBooking[]> {
  return db
    .select()
    .from(amebBookings)
    .where(isNotNull(amebBookings.spamReason))
    .orderBy(desc(amebBookings.createdAt), desc(amebBookings.id))
    .limit(50);
}
