import { sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebBookings } from "#app/server/database/tables.server.ts";
import type { AmebBooking } from "./model.ts";

/** For every change: stale tabs and subscribed calendars must notice it. */
export const nextVersion = (now: Date) => ({
  version: sql`${amebBookings.version} + 1`,
  updatedAt: now,
});

type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> };

export function recordBooking(
  tx: Db,
  by: Administrator,
  action: "changed" | "deleted" | "released" | "restored",
  { id, studentParentName, examBoardGrade }: AmebBooking,
  now: Date,
  change: Change = {},
): Promise<void> {
  const label = `${studentParentName}, ${examBoardGrade}`;
  const subject = { kind: "booking" as const, id, label };
  return recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}
