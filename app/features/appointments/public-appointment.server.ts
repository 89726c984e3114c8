import { and, eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { melbourneZone, addDays, melbourneDay } from "#app/values/calendar.ts";
import { isZone, zonedDay } from "#app/values/wall-clock.ts";
import { freeWeekOf } from "#app/features/services/free-week.ts";
import { nextFreeStarts, readFreeStarts } from "#app/features/services/queries.server.ts";
import { isCoveredOn, otherPackages, packageSentence } from "#app/features/diary/credits.server.ts";
import {
  findEntry,
  isEntry,
  serviceOf,
  tokenPattern,
  asLongAs,
} from "#app/features/diary/entries.server.ts";
import {
  changesUntil,
  type Entry,
  isOpenForChanges,
  isUpcoming,
  placeFor,
  priceFor,
} from "#app/features/diary/model.ts";
import { listSeries } from "./series.server.ts";

/** `declined`: a request not taken. `over`: its time has passed without a reported no-show. */
type PublicState = "held" | "requested" | "booked" | "cancelled" | "declined" | "over" | "no-show";

export type ShownAppointment = NonNullable<Awaited<ReturnType<typeof findPublicAppointment>>>;
export type PublicAppointment = ShownAppointment["appointment"];

/** What the link opens. Only the emailed one proves who reads it, and shows package and series. */
export async function findPublicAppointment(db: Db, token: string, now: Date) {
  if (!tokenPattern.test(token)) return null;
  const entry = await findEntry(db, { token });
  if (!entry) return null;
  const service = await serviceOf(db, entry);
  const shown = { ...entry, placeDetails: shownPlace(entry, token) };
  const isProven = entry.token === token;
  const series = isProven ? await othersOfSeries(db, entry) : [];
  const credit = isProven ? await packageSentence(db, entry) : null;
  const appointment = { ...toPublicAppointment(shown, service, now), credit };
  const others = isProven && isUpcoming(entry) ? await otherPackages(db, entry) : [];
  return { appointment, service, isProven, series, others };
}

/** What a covered session costs at a time after its package ends. */
export async function priceWhenMoved(db: Db, token: string, start: Date): Promise<string | null> {
  const entry = await findEntry(db, { token });
  if (!entry?.creditId || entry.token !== token) return null;
  return (await isCoveredOn(db, entry, melbourneDay(start))) ? null : priceFor(entry);
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

/** Only what a client may know. */
function toPublicAppointment(entry: Entry, service: Service | null, now: Date) {
  const { title, startsAt, endsAt, place, placeDetails, version, cancelledBy } = entry;
  const state = publicState(entry, now);
  const canCancel = isUpcoming(entry) && isOpenForChanges(entry, now);
  return {
    title,
    startsAt,
    endsAt,
    place,
    where: placeFor({ place, placeDetails, state }),
    price: priceFor(entry),
    version,
    cancelledBy,
    /** Hours before the start. */
    changeNotice: entry.changeNotice,
    state,
    clientName: entry.clientName ?? "",
    student: entry.student,
    note: entry.note,
    zone: entry.zone && isZone(entry.zone) ? entry.zone : melbourneZone,
    /** Nobody else can have its time; false for suspected spam. */
    isKept: entry.firm,
    changesUntil: changesUntil(entry),
    /** Online, now. An appointment without a service can't be moved. */
    canCancel,
    canMove: canCancel && service !== null,
    isOnRequest: service?.onRequest === true,
    /** Too near to be changed online. */
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

type Moved = { token: string; appointment: PublicAppointment; service: Service };

/** Its own time counts as free; its length is that of the session. */
async function asMoved(db: Db, { token, appointment, service }: Moved) {
  const { startsAt } = appointment;
  const entry = await findEntry(db, { token });
  return {
    service: entry ? asLongAs(entry, service) : service,
    except: entry?.id,
    isOther: (start: Date) => start.getTime() !== startsAt.getTime(),
  };
}

/** Without `wanted`, the week of the appointment. */
export async function readFreeWeek(db: Db, moved: Moved, wanted: string | null, now: Date) {
  const { zone, startsAt } = moved.appointment;
  const { service, except, isOther } = await asMoved(db, moved);
  const today = melbourneDay(now);
  const days = { from: today, until: addDays(today, service.daysAhead) };
  const starts = (await readFreeStarts(db, service, days, now, { except })).filter(isOther);
  return freeWeekOf(starts, wanted ?? zonedDay(startsAt, zone), zone, now);
}

export async function readNextStarts(db: Db, moved: Moved, after: Date, now: Date) {
  const { service, except, isOther } = await asMoved(db, moved);
  const from = after > now ? after : now;
  const starts = await nextFreeStarts(db, service, from, 4, now, { except });
  return starts.filter(isOther).slice(0, 3);
}
