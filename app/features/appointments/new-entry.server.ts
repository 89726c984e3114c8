import type { Administrator } from "#app/features/auth/model.ts";
import {
  type AddedAppointment,
  type AddedBlock,
  addAppointment,
  addBlock,
  type AddResult,
} from "./book.server.ts";
import { keysIn, showOverlaps } from "#app/features/diary/overlaps.server.ts";
import { priceOf, type Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay, startOfDay, daysBetween, isInstant } from "#app/values/calendar.ts";
import { check, type FieldErrors } from "#app/values/rules.ts";
import { clientsMeant, type KnownClient, addressed } from "#app/values/names.ts";
import { usualTravel } from "#app/values/travel.ts";
import { addSeries, weighLessons } from "./series.server.ts";
import { daysOfSeries, lengthOf } from "#app/features/diary/model.ts";
import { dayTimes, type HoursRows, openSpans } from "#app/features/services/hours.ts";
import { getHours } from "#app/features/services/hours.server.ts";
import { serviceOf } from "#app/features/diary/entries.server.ts";
import { nextFreeStarts } from "#app/features/services/queries.server.ts";
import { withoutService } from "#app/features/services/slots.ts";
import {
  endOfBlock,
  momentOf,
  type NewAppointment,
  newAppointmentSchema,
  newAwaySchema,
  newBlockSchema,
  type EntryKind,
  titleOfAway,
  repetitionOf,
} from "#app/features/diary/schema.ts";
import type { SeriesDates } from "./form-parts.tsx";

type Values = Readonly<Record<string, string>>;
type Sent = {
  values: Values;
  services: readonly Service[];
  clients?: readonly KnownClient[];
  key: string;
};

type NewEntryResult = AddResult | NewSeriesResult;

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
    sessionInvoicing: typed.repeats ? typed.sessionInvoicing : null,
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

type TypedSeries = { values: Values; typed: NewAppointment; added: AddedAppointment };

/** `series`: its dates, before it is made. */
type NewSeriesResult =
  | { ok: true; entry: { id: string; kind: string; startsAt: Date } }
  | { ok: false; reason: "invalid"; errors: FieldErrors; series?: SeriesDates }
  | { ok: false; reason: "series"; series: SeriesDates };

/** First answers with the dates, then makes those that the owner ticked. */
async function addTypedSeries(
  db: Db,
  by: Administrator,
  { values, typed, added }: TypedSeries,
  now: Date,
): Promise<NewSeriesResult> {
  if (typed.day < melbourneDay(now)) return invalid({ day: "A series begins today or later." });
  const repetition = repetitionOf(typed);
  const starts = daysOfSeries(typed.day, repetition).flatMap(
    (day) => momentOf({ day, time: typed.time }) ?? [],
  );
  const offered = starts.map((start) => start.toISOString());
  const list = async (isChanged: boolean) => {
    const weighed = await weighLessons(db, by, added, starts, now);
    const { notes, isOutside } = await hoursNotes(db, by, added, starts);
    const dates = [];
    for (const { startsAt, overlaps } of weighed) {
      const { says: words, keys } = showOverlaps(overlaps, now);
      const note = notes.get(startsAt.getTime());
      const says = note ? [note, ...words] : words;
      const room = { after: startsAt, weeks: repetition.weeks };
      const instead = says.length > 0 ? await nextFree(db, added, room, now) : null;
      dates.push({ startsAt, overlaps: { says, keys }, instead });
    }
    return { ok: false, reason: "series", series: { dates, isChanged, isOutside } } as const;
  };
  if (values.offered !== offered.join(" ")) return list(false);
  const ticked = new Set(keysIn(values.starts));
  const instead = insteadOf(ticked);
  const chosen = starts.filter(
    (start) => ticked.has(start.toISOString()) || instead.has(start.getTime()),
  );
  if (chosen.length === 0) {
    const { series } = await list(false);
    return { ...invalid({ starts: "Tick at least one date." }), series };
  }
  const over = keysIn(values.taken);
  const series = { ...added, starts: chosen, instead, over, weeks: repetition.weeks };
  const result = await addSeries(db, by, series, now);
  return result.ok ? { ok: true, entry: result.entries[0]! } : list(true);
}

/** Reads `ISO>ISO`: the second time replaces a date that is not ticked itself. */
function insteadOf(ticked: ReadonlySet<string>): Map<number, Date> {
  const pairs = [...ticked].flatMap((value) => {
    const [start = "", other] = value.split(">");
    return other && !ticked.has(start) ? [[Date.parse(start), new Date(other)] as const] : [];
  });
  return new Map(pairs.filter(([, other]) => isInstant(other)));
}

/** The next free time before the following date of the series; the owner needs no notice. */
async function nextFree(
  db: Db,
  added: AddedAppointment,
  { after, weeks }: { after: Date; weeks: number },
  now: Date,
): Promise<Date | null> {
  const service = (await serviceOf(db, added)) ?? withoutService;
  const minutes = lengthOf(added);
  if (!minutes) return null;
  const last = addDays(melbourneDay(after), weeks * 7 - 1);
  const daysAhead = daysBetween(melbourneDay(now), last);
  const { bufferBefore, bufferAfter } = added;
  const rules = { ...service, minutes, bufferBefore, bufferAfter, notice: 0, daysAhead };
  const [next] = await nextFreeStarts(db, rules, after, 1, now);
  return next ?? null;
}

type Times = Pick<AddedAppointment, "serviceId" | "startsAt" | "endsAt">;

/** By their ms, the starts for which an exception closes what the usual week opens. */
async function hoursNotes(
  db: Db,
  by: Administrator,
  { serviceId, startsAt, endsAt }: Times,
  starts: readonly Date[],
) {
  const length = endsAt.getTime() - startsAt.getTime();
  const hours = await getHours(db, by, melbourneDay(starts[0]!));
  const usual = { weeks: hours.weeks.filter((one) => !one.fromDay && !one.untilDay), days: [] };
  const holds = (start: Date, rows: HoursRows) =>
    openSpans(melbourneDay(start), serviceId, rows).some(
      (span) => span.start <= start && start.getTime() + length <= span.end.getTime(),
    );
  const noteOf = (start: Date) => {
    const day = melbourneDay(start);
    const isOpen = dayTimes(day, serviceId, hours).length > 0;
    if (isOpen && !holds(start, hours) && holds(start, usual)) return "Outside that day's hours";
    if (isOpen || dayTimes(day, serviceId, usual).length === 0) return null;
    const note = hours.days.find((one) => one.day === day)?.note;
    return note ? `Closed: ${note}` : "Closed that day";
  };
  const isOutside = usual.weeks.length > 0 && !starts.some((start) => holds(start, usual));
  return { notes: new Map(starts.map((start) => [start.getTime(), noteOf(start)])), isOutside };
}
