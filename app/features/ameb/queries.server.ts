import { desc } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { amebBookings } from "#app/server/tables.server.ts";
import type { AmebBooking } from "./model.ts";

/** All enquiries, newest first. */
export function listBookings(db: Db, _asker: Administrator): Promise<AmebBooking[]> {
  return db.select().from(amebBookings).orderBy(desc(amebBookings.createdAt), amebBookings.id);
}
