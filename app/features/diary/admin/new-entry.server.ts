import type { Administrator } from "#app/features/auth/model.ts";
import {
  type AddedAppointment,
  type AddedBlock,
  addAppointment,
  addBlock,
  type AddResult,
} from "#app/features/diary/add.server.ts";
import { keysIn } from "#app/features/diary/overlap-words.server.ts";
import { priceOf, type Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { check, type FieldErrors } from "#app/values/rules.ts";
import { clientsMeant, type KnownClient, addressed } from "#app/values/known-clients.ts";
import { usualTravel } from "#app/values/travel.ts";
import { addTypedSeries, type NewSeriesResult } from "./new-series.server.ts";
import { type EntryKind, titleOfAway } from "./entry-kinds.ts";
import {
  endOfBlock,
  momentOf,
  type NewAppointment,
  newAppointmentSchema,
  newAwaySchema,
  newBlockSchema,
} from "./entry-rules.ts";

/** What was typed, as its form names it. */
type Values = Readonly<Record<string, string>>;
/** `key`: of the rendered form. */
type Sent = {
  values: Values;
  services: readonly Service[];
  /** Whom the owner may mean. */
  clients?: readonly KnownClient[];
  key: string;
};

export type NewEntryResult =
  | AddResult
  | NewSeriesResult
  | { ok: false; reason: "invalid"; errors: FieldErrors };

const invalid = (errors: FieldErrors) => ({ ok: false, reason: "invalid", errors }) as const;

/** Reads a form of the diary, and puts what it says into it. */
export async function addTypedEntry(
  db: Db,
  by: Administrator,
  kind: EntryKind,
  { values, services, clients = [], key }: Sent,
  now = new Date(),
): Promise<NewEntryResult> {
  const how = { over: keysIn(values.anyway), key };
  if (kind === "appointment") {
    const checked = check(newAppointmentSchema, splitClient(values));
    if (!checked.ok) return invalid(checked.errors);
    const service = services.find(({ id }) => id === checked.value.serviceId) ?? null;
    if (checked.value.serviceId && !service)
      return invalid({ serviceId: "This service no longer exists. Choose another." });
    const unsaid = unsaidClient(checked.value, clients, values.newClient === "on");
    if (unsaid) return invalid(unsaid);
    // Without scripts the tick stands in its form however the day is changed.
    const isPast = checked.value.day < melbourneDay(now);
    const isTold = values.tellsClient === "on" && !isPast;
    const tellsClient = isTold && checked.value.clientEmail !== null;
    const added = { ...appointmentFrom(checked.value, service), tellsClient, ...how };
    if (checked.value.repeats)
      return addTypedSeries(db, by, { values, typed: checked.value, added }, now);
    return addAppointment(db, by, added, now);
  }
  const checked = kind === "block" ? readBlock(values) : readDaysAway(values);
  return checked.ok ? addBlock(db, by, { ...checked.value, ...how }, now) : invalid(checked.errors);
}

/** `Ada Visitor <ada@visitor.example>`, as the list of clients fills it in without scripts. */
function splitClient(values: Values): Values {
  const [, name, email] = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(values.clientName ?? "") ?? [];
  if (!email) return values;
  return { ...values, clientName: name || email, clientEmail: values.clientEmail || email };
}

/** A name that somebody who is known may have makes nobody new in silence, and its email is not guessed. */
function unsaidClient(
  { clientName, clientEmail }: NewAppointment,
  clients: readonly KnownClient[],
  isNew: boolean,
): FieldErrors | null {
  const [meant, another] = isNew || clientEmail ? [] : clientsMeant(clients, clientName);
  if (!meant) return null;
  const who = another ? "one of the people you know" : addressed(meant);
  return {
    clientName: `Do you mean ${who}? Choose them from the list.`,
    newClient: "Or tick New client, if it's somebody else.",
  };
}

/** What is left empty is as the service has it. */
function appointmentFrom(typed: NewAppointment, service: Service | null) {
  const startsAt = momentOf(typed)!;
  const minutes = typed.minutes ?? service!.minutes;
  const isUsual = minutes === service?.minutes;
  const place = typed.place ?? service?.place ?? "studio";
  const isUsualPlace = place === service?.place;
  const isTrip = place === "client" && !isUsualPlace;
  const travel = typed.travelMinutes ?? (isTrip ? usualTravel : 0);
  return {
    title: typed.title || service!.name,
    startsAt,
    endsAt: new Date(startsAt.getTime() + minutes * 60_000),
    bufferBefore: Math.max(travel, service?.bufferBefore ?? 0),
    bufferAfter: Math.max(travel, service?.bufferAfter ?? 0),
    serviceId: service?.id ?? null,
    price: typed.price ?? (service && isUsual ? priceOf(service) : null),
    place,
    placeDetails: typed.placeDetails || (isUsualPlace ? service.placeDetails : ""),
    clientName: typed.clientName,
    clientEmail: typed.clientEmail,
    phone: typed.phone,
    student: typed.student,
    ownerNote: typed.ownerNote,
  } satisfies Partial<AddedAppointment>;
}

type Read = { ok: true; value: AddedBlock } | { ok: false; errors: FieldErrors };

export function readBlock(values: Values): Read {
  const checked = check(newBlockSchema, values);
  if (!checked.ok) return checked;
  const { title, ownerNote, ...times } = checked.value;
  const [startsAt, endsAt] = [momentOf(times)!, endOfBlock(times)];
  // A time that clocks skip was refused for the beginning only.
  if (!endsAt) return { ok: false, errors: { untilTime: "Clocks skip that hour that night." } };
  return { ok: true, value: { kind: "block", title, startsAt, endsAt, ownerNote } };
}

function readDaysAway(values: Values): Read {
  const checked = check(newAwaySchema, values);
  if (!checked.ok) return checked;
  const { title, day, untilDay, ownerNote } = checked.value;
  const times = { startsAt: startOfDay(day), endsAt: startOfDay(addDays(untilDay, 1)) };
  return { ok: true, value: { kind: "away", title: title || titleOfAway, ...times, ownerNote } };
}
