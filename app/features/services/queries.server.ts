import { and, eq, gte, isNull, lte, or, sql, gt, inArray, lt, ne, type SQL } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { SiteWords } from "#app/content/documents.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type ServiceCategory, serviceCategories, ownKinds } from "#app/server/database/enums.ts";
import {
  dayHours,
  openingHours,
  services,
  sitePublications,
  storedDocuments,
  busyTimes,
  diaryEntries,
} from "#app/server/database/tables.server.ts";
import {
  addDays,
  isInstant,
  melbourneDay,
  type Day,
  melbourneZone,
  startOfDay,
} from "#app/values/calendar.ts";
import { type HoursRows, openSpans } from "./hours.ts";
import {
  isOffered,
  type Service,
  takingStates,
  isSwitchedOn,
  ownKindOf,
  priceOf,
} from "./model.ts";
import {
  bookableDays,
  type DayRange,
  freeStarts,
  type Obstacle,
  obstacleTo,
  type RulesOfService,
  type TakenSpan,
} from "./slots.ts";
import { href } from "react-router";
import { type Cents, formatPrice } from "#app/values/money.ts";

export async function listServices(db: Db, { all = false } = {}): Promise<Service[]> {
  const { position, minutes, name } = services;
  const rows = await db.select().from(services).orderBy(position, minutes, name);
  const rank = ({ category }: Service) => serviceCategories.indexOf(category);
  return rows
    .filter((service) => all || isOffered(service))
    .toSorted((first, second) => rank(first) - rank(second));
}

export async function findService(db: Db, category: string, slug: string) {
  const known = category as ServiceCategory;
  const [service] = await db
    .select()
    .from(services)
    .where(and(eq(services.category, known), eq(services.slug, slug)));
  return service && isOffered(service) ? service : undefined;
}

/** From the database: another process may have published it. */
export async function readPrices(db: Db): Promise<SiteWords["prices"]> {
  const [row] = await db
    .select({ published: storedDocuments.published })
    .from(storedDocuments)
    .where(eq(storedDocuments.name, "prices"));
  return wordsOf({ prices: row?.published ?? undefined }).prices;
}

export async function readPriceHistory(db: Db): Promise<(at: Date) => SiteWords["prices"]> {
  const ofPrices = eq(sitePublications.document, "prices");
  const { id } = sitePublications;
  const changes = await db.select().from(sitePublications).where(ofPrices).orderBy(id);
  return (at) => {
    const last = changes.findLast((change) => change.at <= at) ?? { after: changes[0]?.before };
    return wordsOf({ prices: last.after ?? undefined }).prices;
  };
}

/** `serviceId` null: the hours of all services. */
export async function readHours(
  db: Db,
  serviceId: string | null,
  { from, until }: DayRange,
): Promise<HoursRows> {
  const { fromDay, untilDay } = openingHours;
  const ofService = serviceId
    ? or(isNull(openingHours.serviceId), eq(openingHours.serviceId, serviceId))
    : isNull(openingHours.serviceId);
  const rows = await unionAll(
    db
      .select({
        isWeek: sql<boolean>`true`.as("is_week"),
        serviceId: openingHours.serviceId,
        fromDay,
        untilDay,
        times: openingHours.week,
      })
      .from(openingHours)
      .where(
        and(
          ofService,
          or(isNull(fromDay), lte(fromDay, until)),
          or(isNull(untilDay), gte(untilDay, from)),
        ),
      ),
    db
      .select({
        isWeek: sql<boolean>`false`,
        serviceId: sql<string | null>`null::uuid`,
        fromDay: dayHours.day,
        untilDay: sql<string | null>`null::date`,
        times: dayHours.hours,
      })
      .from(dayHours)
      .where(and(gte(dayHours.day, from), lte(dayHours.day, until))),
  );
  return {
    weeks: rows
      .filter(({ isWeek }) => isWeek)
      .map(({ times, ...row }) => ({ ...row, week: times })),
    days: rows
      .filter(({ isWeek }) => !isWeek)
      .map(({ fromDay: day, times }) => ({ day: day!, hours: times })),
  };
}

export async function readFreeStarts(
  db: Db,
  service: RulesOfService,
  range: DayRange,
  now: Date,
  exception: Exception = {},
): Promise<Date[]> {
  const days = bookableDays(service, range, now);
  if (!days) return [];
  const hours = await readHours(db, service.id, days);
  const taken = await readTaken(db, service, days, { ...exception, now });
  return freeStarts(service, (day) => openSpans(day, service.id, hours), taken, days, now);
}

export async function nextFreeStarts(
  db: Db,
  service: RulesOfService,
  after: Date,
  count: number,
  now: Date,
  exception: Exception = {},
): Promise<Date[]> {
  const range = { from: melbourneDay(after), until: addDays(melbourneDay(now), service.daysAhead) };
  const starts = await readFreeStarts(db, service, range, now, exception);
  return starts.filter((start) => start >= after).slice(0, count);
}

/** Call in the booking's transaction, after the diary lock. */
export async function findObstacle(
  tx: Db,
  service: Service,
  start: Date,
  now: Date,
  { except }: Exception = {},
): Promise<Obstacle | null> {
  if (!isInstant(start)) return "outside";
  const day = melbourneDay(start);
  const days = bookableDays(service, { from: day, until: day }, now);
  const hours = days ? await readHours(tx, service.id, days) : { weeks: [], days: [] };
  const taken = days ? await readTaken(tx, service, days, { except, now }) : [];
  return obstacleTo(service, (on) => openSpans(on, service.id, hours), taken, start, now);
}

// An arbitrary number that all processes share.
const servicesLock = 7_240_040;

/** For changes that look at all services or all weeks. */
export async function lockServices(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${servicesLock})`);
}

const { state, heldUntil, spamReason } = diaryEntries;

/** Suspected spam takes no time until it is released, nor does an expired hold. */
export const takesTime = (now: Date): SQL | undefined =>
  and(
    inArray(state, [...takingStates]),
    isNull(spamReason),
    or(ne(state, "held"), isNull(heldUntil), gt(heldUntil, now)),
  );

type Exception = {
  /** An entry that moves: its time counts as free. */
  except?: string | undefined;
};

async function readTaken(
  db: Db,
  { id, mostPerDay }: Pick<RulesOfService, "id" | "mostPerDay">,
  { from, until }: DayRange,
  { except, now }: Exception & { now: Date },
): Promise<TakenSpan[]> {
  // Buffers reach into the neighbouring days.
  const [after, before] = [startOfDay(addDays(from, -1)), startOfDay(addDays(until, 2))];
  const { serviceId, busyFrom, busyUntil, startsAt } = diaryEntries;
  const day = sql`to_char(${startsAt} at time zone ${melbourneZone}, 'YYYY-MM-DD')`;
  const session =
    mostPerDay === null
      ? sql<Day | null>`null::text`
      : sql<Day | null>`case when ${serviceId} = ${id} then ${day} end`;
  return unionAll(
    db
      .select({ start: busyFrom, end: busyUntil, session: session.as("session") })
      .from(diaryEntries)
      .where(
        and(
          gt(busyUntil, after),
          lt(busyFrom, before),
          takesTime(now),
          except ? ne(diaryEntries.id, except) : undefined,
        ),
      ),
    db
      .select({ start: busyTimes.startsAt, end: busyTimes.endsAt, session: sql<Day | null>`null` })
      .from(busyTimes)
      .where(and(gt(busyTimes.endsAt, after), lt(busyTimes.startsAt, before))),
  );
}

export type ServiceGap = { where: "hours" | "services"; what: string; path: string };

/** The price list has no session of their length. */
export async function listUnpriced(db: Db): Promise<ServiceGap[]> {
  const all = await listServices(db, { all: true });
  return all
    .filter((service) => isSwitchedOn(service) && priceOf(service) === null)
    .map(({ id, name }) => ({
      where: "services",
      what: `${name} has no price, so nobody can book it`,
      path: href("/admin/services/:id", { id }),
    }));
}

export async function offeredPrices(db: Db) {
  const offered = await listServices(db);
  return new Map(offered.map((service) => [service.name, priceOf(service)!]));
}

/** Names services that can't be booked any more, or that cost something else. */
export function priceNews(before: ReadonlyMap<string, Cents>, after: ReadonlyMap<string, Cents>) {
  const lost = [...before.keys()].filter((name) => !after.has(name));
  const changed = [...after].filter(
    ([name, price]) => before.has(name) && before.get(name) !== price,
  );
  const prices = changed.map(([name, price]) => `${name} (${formatPrice(price)})`);
  return [
    ...(lost.length > 0 ? [`Without a price now, so nobody can book: ${lost.join("; ")}.`] : []),
    ...(prices.length > 0 ? [`With another price now: ${prices.join("; ")}.`] : []),
  ];
}

export async function listServiceGaps(db: Db): Promise<ServiceGap[]> {
  const all = await listServices(db, { all: true });
  const active = all.filter(isSwitchedOn);
  const samples = await db
    .select({ id: openingHours.id, serviceId: openingHours.serviceId })
    .from(openingHours)
    .where(eq(openingHours.sample, true));
  const ofServices = samples.flatMap(({ id, serviceId }): ServiceGap[] => {
    const service = active.find((one) => one.id === serviceId);
    if (serviceId && !service) return [];
    const query = serviceId ? `?${new URLSearchParams({ week: id })}` : "";
    return [
      {
        where: "hours",
        what: `the hours of ${service?.name ?? "all services"} are a sample`,
        path: href("/admin/hours") + query,
      },
    ];
  });
  const needsAddress = active.some(
    ({ place, placeDetails }) => place === "studio" && !placeDetails,
  );
  const withoutLink = active.filter(
    ({ place, placeDetails }) => place === "online" && !placeDetails,
  );
  return [
    ...ofServices.toSorted((first, second) => first.path.length - second.path.length),
    ...(needsAddress
      ? [
          {
            where: "services" as const,
            what: "the studio has no address, so clients don't know where to come",
            path: href("/admin/services"),
          },
        ]
      : []),
    ...(await listUnpriced(db)),
    ...ownKinds
      .filter((kind) => ownKindOf(kind).name && ownKindOf(kind).shown)
      .filter((kind) => !active.some(({ category }) => category === kind))
      .map((kind) => ({
        where: "services" as const,
        what: `${ownKindOf(kind).name} has no session that can be booked`,
        path: href("/admin/services/:id", { id: "new" }),
      })),
    ...withoutLink.map(({ id, name }) => ({
      where: "services" as const,
      what: `${name} is online and has no link`,
      path: href("/admin/services/:id", { id }),
    })),
  ];
}
