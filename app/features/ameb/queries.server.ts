import { desc, isNotNull, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { amebBookings } from "#app/server/tables.server.ts";
import type { AmebBooking } from "./model.ts";

/** All enquiries but those that look like a program's, newest first. */
export function listBookings(db: Db, _asker: Administrator): Promise<AmebBooking[]> {
  return db.select().from(amebBookings).where(isNull(amebBookings.suspicion)).orderBy(desc(amebBookings.createdAt), amebBookings.id);
}

/** The newest enquiries that look like a program's, newest first. */
export function listSuspectedBookings(db: Db, _asker: Administrator): Promise<AmebBooking[]> {
  return db.select().from(amebBookings).where(isNotNull(amebBookings.suspicion)).orderBy(desc(amebBookings.createdAt), amebBookings.id).limit(50);
}
