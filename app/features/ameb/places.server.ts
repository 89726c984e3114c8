import { and, eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  examSessions,
  venues,
  venueTravel,
} from "#app/server/database/tables.server.ts";
import type { Day } from "#app/values/calendar.ts";
import { nextVersion } from "./commands.server.tsx";
import { followBooking } from "./diary.server.ts";
import { venueLine } from "./places.ts";
import { planAnew } from "./reminders.server.tsx";

/** `id`: of the one that changes; else the same `key` sent twice adds one. False when it is gone. */
type Saved<Values> = { id: string | null; key: string; values: Values };

type SessionValues = { name: string; firstDay: Day; lastDay: Day };

export function saveSession(
  db: Db,
  by: Administrator,
  { id, key, values }: Saved<SessionValues>,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!id) {
      const row = { ...values, id: recordId("exam session", key, values), createdAt: now };
      const [added] = await tx.insert(examSessions).values(row).onConflictDoNothing().returning();
      if (added) await recordPlace(tx, by, "added", values, now);
      return true;
    }
    const ofId = eq(examSessions.id, id);
    const [saved] = await tx.update(examSessions).set(values).where(ofId).returning();
    if (!saved) return false;
    const isOfSession = eq(amebBookings.sessionId, id);
    const ids = await tx.select({ id: amebBookings.id }).from(amebBookings).where(isOfSession);
    await planAnew(tx, ids, now);
    await recordPlace(tx, by, "changed", values, now);
    return true;
  });
}

export function removeSession(db: Db, by: Administrator, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const isOfSession = eq(amebBookings.sessionId, id);
    const ids = await tx.select({ id: amebBookings.id }).from(amebBookings).where(isOfSession);
    const [removed] = await tx.delete(examSessions).where(eq(examSessions.id, id)).returning();
    if (!removed) return;
    await planAnew(tx, ids, now);
    await recordPlace(tx, by, "removed", removed, now);
  });
}

type VenueValues = { name: string; address: string };

export function saveVenue(
  db: Db,
  by: Administrator,
  { id, key, values }: Saved<VenueValues>,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if (!id) {
      const row = { ...values, id: recordId("venue", key, values), createdAt: now };
      const [added] = await tx.insert(venues).values(row).onConflictDoNothing().returning();
      if (added) await recordPlace(tx, by, "added", values, now);
      return true;
    }
    const [saved] = await tx.update(venues).set(values).where(eq(venues.id, id)).returning();
    if (!saved) return false;
    // In the order of the ids: two of these at once would otherwise deadlock.
    const all = tx.select().from(amebBookings).where(eq(amebBookings.venueId, id));
    const there = await all.orderBy(amebBookings.id).for("update");
    const examVenue = venueLine(saved);
    const change = { examVenue, ...nextVersion(now) };
    await tx.update(amebBookings).set(change).where(eq(amebBookings.venueId, id));
    for (const booking of there) await followBooking(tx, { ...booking, examVenue }, now);
    await recordPlace(tx, by, "changed", values, now);
    return true;
  });
}

/** Its bookings keep its name and address. */
export function removeVenue(db: Db, by: Administrator, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const [removed] = await tx.delete(venues).where(eq(venues.id, id)).returning();
    if (removed) await recordPlace(tx, by, "removed", removed, now);
  });
}

type TravelValues = { from: string; to: string; minutes: number | null };

/** Without minutes, the usual count again. False when a venue is gone. */
export function saveVenueTravel(
  db: Db,
  by: Administrator,
  { from, to, minutes }: TravelValues,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const known = await tx.select().from(venues).for("key share");
    const ends = [from, to].map((id) => known.find((venue) => venue.id === id));
    if (!ends[0] || !ends[1]) return false;
    const [venueId, otherId] = [ends[0].id, ends[1].id].toSorted() as [string, string];
    const isPair = and(eq(venueTravel.venueId, venueId), eq(venueTravel.otherId, otherId));
    if (minutes === null) await tx.delete(venueTravel).where(isPair);
    else
      await tx
        .insert(venueTravel)
        .values({ venueId, otherId, minutes })
        .onConflictDoUpdate({
          target: [venueTravel.venueId, venueTravel.otherId],
          set: { minutes },
        });
    const name = `the way from ${ends[0].name} to ${ends[1].name}`;
    await recordPlace(tx, by, "changed", { name, minutes }, now);
    return true;
  });
}

type Recorded = { name: string; [field: string]: unknown };

async function recordPlace(
  tx: Db,
  by: Administrator,
  action: "added" | "changed" | "removed",
  { name, address, firstDay, lastDay, minutes }: Recorded,
  now: Date,
): Promise<void> {
  const said = { address, firstDay, lastDay, minutes };
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
  const subject = { kind: "booking" as const, label: name };
  const side = action === "removed" ? { before: known } : { after: known };
  await recordActivity(tx, { actor: by.email, action, subject, ...side }, now);
}
