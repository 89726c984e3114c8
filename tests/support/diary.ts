import { type Overlap, overlapKey } from "#app/features/diary/overlaps.server.ts";
import type { AddedAppointment, Booking } from "#app/features/appointments/book.server.ts";
import type { Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  auditEntries,
  busyTimes,
  calendarSources,
  diaryEntries,
  openingHours,
  services,
} from "#app/server/database/tables.server.ts";
import { NOW } from "./factories.ts";

/* Things of the diary with unremarkable values; NOW is Tuesday 10 March 2026, 1:00 pm in Melbourne. */

/** A lesson of an hour, with a quarter of an hour after it, that can be booked from the next day on. */
export async function aLesson(db: Db, given: Partial<typeof services.$inferInsert> = {}) {
  const [service] = await db
    .insert(services)
    .values({
      category: "voice-piano",
      slug: "60-minutes",
      name: "Voice and piano, 60 minutes",
      minutes: 60,
      price: 95_00,
      placeDetails: "12 Sample Street, Kew",
      ...given,
    })
    .returning();
  return service!;
}

/** Open every day from nine to five, for all services. */
export async function anOpenWeek(db: Db, from = "09:00", until = "17:00") {
  const week = Array.from({ length: 7 }, () => [[from, until]]);
  await db.insert(openingHours).values({ week });
}

/** Thursday 12 March 2026, 10:00 am in Melbourne: two days after NOW. */
export const THURSDAY_TEN = new Date("2026-03-11T23:00:00Z");

export const minutesLater = (instant: Date, minutes: number) =>
  new Date(instant.getTime() + minutes * 60_000);

export function aBookingOf(service: Service, given: Partial<Booking> = {}): Booking {
  return {
    service,
    start: THURSDAY_TEN,
    name: "Ada Visitor",
    email: "ada@visitor.example",
    ...given,
  };
}

/** An entry as the database keeps it: a booked lesson of an hour, with a quarter of an hour after it. */
export async function anEntry(db: Db, given: Partial<typeof diaryEntries.$inferInsert> = {}) {
  const startsAt = given.startsAt ?? THURSDAY_TEN;
  const endsAt = given.endsAt ?? minutesLater(startsAt, 60);
  const [entry] = await db
    .insert(diaryEntries)
    .values({
      kind: "appointment",
      title: "Voice and piano, 60 minutes",
      startsAt,
      endsAt,
      busyFrom: startsAt,
      busyUntil: minutesLater(endsAt, 15),
      clientName: "Ada Visitor",
      clientEmail: "ada@visitor.example",
      place: "studio",
      price: 95_00,
      createdAt: NOW,
      ...given,
    })
    .returning();
  return entry!;
}

/** Another calendar of hers. */
export async function aSource(db: Db, given: Partial<typeof calendarSources.$inferInsert> = {}) {
  const [source] = await db
    .insert(calendarSources)
    .values({ name: "Family", url: "https://calendar.example/family.ics", ...given })
    .returning();
  return source!;
}

/** A time that another calendar has taken. */
export async function busyElsewhere(db: Db, startsAt: Date, endsAt: Date, summary?: string) {
  const { id } = await aSource(db);
  await db.insert(busyTimes).values({ sourceId: id, startsAt, endsAt, summary });
}

/** What the owner is asked about by a refusal, as its form sends it back. */
export function askedBy(refused: object): string[] {
  if (!("overlaps" in refused)) return [];
  const overlaps = refused.overlaps as Overlap[] | { keys: string[] };
  return Array.isArray(overlaps) ? overlaps.map(overlapKey) : overlaps.keys;
}

/** What the owner types of an hour in her studio, of which nobody is told. */
export const anAddition = (given: Partial<AddedAppointment> = {}): AddedAppointment => ({
  title: "A lesson",
  startsAt: THURSDAY_TEN,
  endsAt: minutesLater(given.startsAt ?? THURSDAY_TEN, 60),
  bufferBefore: 0,
  bufferAfter: 0,
  serviceId: null,
  price: null,
  place: "studio",
  placeDetails: "",
  clientName: "Ada Visitor",
  clientEmail: "ada@visitor.example",
  tellsClient: false,
  ...given,
});

export const loggedActions = async (db: Db) =>
  (await db.select().from(auditEntries).orderBy(auditEntries.id)).map(
    ({ actor, action }) => `${actor} ${action}`,
  );
