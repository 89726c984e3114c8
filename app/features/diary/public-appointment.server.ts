import { and, eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { melbourneZone } from "#app/values/calendar.ts";
import { isZone } from "#app/values/wall-clock.ts";
import { packageSentence } from "./credits.server.ts";
import { findEntry, isEntry, serviceOf } from "./entries.server.ts";
import { changesUntil, type Entry, isOpenForChanges, isUpcoming } from "./model.ts";
import type { PublicState, ShownAppointment } from "./public-appointment.ts";
import { listSeries } from "./series.server.ts";
import { tokenPattern } from "./token.server.ts";

export async function findPublicAppointment(
  db: Db,
  token: string,
  now: Date,
): Promise<ShownAppointment | null> {
  if (!tokenPattern.test(token)) return null;
  const entry = await findEntry(db, { token });
  if (!entry) return null;
  const service = await serviceOf(db, entry);
  const shown = { ...entry, placeDetails: shownPlace(entry, token) };
  const isProven = entry.token === token;
  const series = isProven ? await othersOfSeries(db, entry) : [];
  const credit = isProven ? await packageSentence(db, entry) : null;
  const appointment = { ...toPublicAppointment(shown, service, now), credit };
  return { appointment, service, isProven, series };
}

/** Leaves out sessions that belong to another client now. */
async function othersOfSeries(db: Db, { id, seriesId, clientEmail }: Entry) {
  if (!seriesId) return [];
  const all = await listSeries(db, seriesId);
  return all.flatMap((one) =>
    one.id !== id && one.clientEmail === clientEmail && isUpcoming(one) && one.token
      ? [{ startsAt: one.startsAt, token: one.token }]
      : [],
  );
}

/** The address and the link for lessons are only for readers of the email, not for any form. */
export function shownPlace(entry: Entry, by: string): string {
  const { token, place, placeDetails, spamReason } = entry;
  if (token === by || place === "client" || !placeDetails) return placeDetails;
  if (spamReason) return "";
  return place === "online"
    ? "The link is in your email"
    : `In ${content().site.suburb}; the address is in your email`;
}

function toPublicAppointment(entry: Entry, service: Service | null, now: Date) {
  const { title, startsAt, endsAt, place, placeDetails, price, version, cancelledBy } = entry;
  const canCancel = isUpcoming(entry) && isOpenForChanges(entry, now);
  return {
    title,
    startsAt,
    endsAt,
    place,
    placeDetails,
    price,
    version,
    cancelledBy,
    changeNotice: entry.changeNotice,
    state: publicState(entry, now),
    clientName: entry.clientName ?? "",
    student: entry.student,
    note: entry.note,
    zone: entry.zone && isZone(entry.zone) ? entry.zone : melbourneZone,
    isKept: entry.firm,
    changesUntil: changesUntil(entry),
    canCancel,
    canMove: canCancel && service !== null,
    isLate: isUpcoming(entry) && !canCancel && endsAt > now,
  };
}

function publicState(
  { state, declined, startsAt, endsAt, heldUntil }: Entry,
  now: Date,
): PublicState {
  if (declined) return "declined";
  if (state === "done" || (state === "booked" && endsAt <= now)) return "over";
  // The next run of the scheduled task declines it.
  if (state === "requested" && startsAt <= now) return "declined";
  if (state === "held") return heldUntil && heldUntil <= now ? "cancelled" : "held";
  return state;
}

export async function chooseZone(db: Db, token: string, zone: string): Promise<boolean> {
  if (!tokenPattern.test(token) || !isZone(zone)) return false;
  const ofToken = and(isEntry({ token }), eq(diaryEntries.kind, "appointment"));
  // No new version: the appointment itself is unchanged.
  const chosen = await db.update(diaryEntries).set({ zone }).where(ofToken).returning();
  return chosen.length > 0;
}
