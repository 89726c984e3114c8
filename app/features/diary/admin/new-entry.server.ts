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

type Values = Readonly<Record<string, string>>;
/** `key`: from the rendered form. */
type Sent = {
  values: Values;
  services: readonly Service[];
  clients?: readonly KnownClient[];
  key: string;
};

export type NewEntryResult =
  | AddResult
  | NewSeriesResult
  | { ok: false; reason: "invalid"; errors: FieldErrors };

const invalid = (errors: FieldErrors) => ({ ok: false, reason: "invalid", errors }) as const;

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
    // Without scripts the form keeps its tick when the day changes.
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

/** Without scripts the list of clients fills in `Ada Visitor <ada@visitor.example>`. */
function splitClient(values: Values): Values {
  const [, name, email] = /^(.*?)\s*<([^<>\s]+@[^<>\s]+)>$/.exec(values.clientName ?? "") ?? [];
  if (!email) return values;
  return { ...values, clientName: name || email, clientEmail: values.clientEmail || email };
}

/** A name like a known client's needs the owner's word; its email is not guessed. */
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

/** Empty fields take the value of the service. */
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
  // The schema refuses a time that clocks skip for the start only.
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
