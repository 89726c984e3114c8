import { isDeepStrictEqual } from "node:util";
import { eq, asc, gte } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openingHours, services, dayHours } from "#app/server/database/tables.server.ts";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import {
  readWeek,
  readDayTimes,
  daysInWords,
  dayInWords,
  type ListedWeek,
  type ShownDay,
  type ShownWeek,
} from "./hours.ts";
import {
  type WeekInput,
  dayPrefix,
  storedTimes,
  timesValues,
  weekPrefixes,
} from "./hours-schema.ts";
import { isSwitchedOn } from "./model.ts";
import { lockServices, listServices } from "./queries.server.ts";
import { type DayRow, dayVersion } from "./days.server.ts";

type WeekRow = typeof openingHours.$inferSelect;

type WeekOutcome =
  | { ok: true; id: string }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; current: WeekRow }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

type Saved = {
  id: string | null;
  version: number;
  input: WeekInput;
  /** From the rendered form: the same key sent twice adds one week. */
  key: string;
};

/** A saved week is no longer a sample, even if nothing changed. */
export function saveWeek(
  db: Db,
  by: Owner,
  { id, version, input, key }: Saved,
  now = new Date(),
): Promise<WeekOutcome> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    const all = await tx.select().from(openingHours).for("update");
    const own = id ?? recordId("hours", key, input);
    const current = all.find((week) => week.id === own);
    if (!current && id) return { ok: false, reason: "not-found" };
    const isSame = current && isDeepStrictEqual(inputOf(current), input);
    if (current && isSame && !current.sample) return { ok: true, id: own };
    if (current && current.version !== version) return { ok: false, reason: "changed", current };
    const others = all.filter((week) => week !== current);
    const errors = await refuseWeek(tx, input, others, now);
    if (errors) return { ok: false, reason: "invalid", errors };
    const columns = { ...input, sample: false, updatedAt: now };
    if (current)
      await tx
        .update(openingHours)
        .set({ ...columns, version: version + 1 })
        .where(eq(openingHours.id, own));
    else await tx.insert(openingHours).values({ ...columns, id: own });
    const names = await namesOf(tx);
    const before = current && said(inputOf(current), names);
    const after = said(input, names);
    const action = !current ? "added" : isSame ? "confirmed" : "changed";
    await recordWeek(
      tx,
      by,
      { action, input, names, change: { ...(before && { before }), after } },
      now,
    );
    return { ok: true, id: own };
  });
}

/** A week that is gone already counts as removed. The usual week stays. */
export function removeWeek(
  db: Db,
  by: Owner,
  { id, version }: { id: string; version: number },
  now = new Date(),
): Promise<WeekOutcome> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    const [current] = await tx
      .select()
      .from(openingHours)
      .where(eq(openingHours.id, id))
      .for("update");
    if (!current) return { ok: true, id };
    if (current.version !== version || isUsualWeek(current))
      return { ok: false, reason: "changed", current };
    await tx.delete(openingHours).where(eq(openingHours.id, id));
    const names = await namesOf(tx);
    const input = inputOf(current);
    const change = { before: said(input, names) };
    await recordWeek(tx, by, { action: "removed", input, names, change }, now);
    return { ok: true, id };
  });
}

type Applies = Pick<WeekInput, "serviceId" | "fromDay" | "untilDay">;

export const isUsualWeek = ({ serviceId, fromDay, untilDay }: Applies) =>
  !serviceId && !fromDay && !untilDay;

function inputOf({ serviceId, fromDay, untilDay, week }: WeekRow): WeekInput {
  return { serviceId, fromDay, untilDay, week: readWeek(week) };
}

/** Of two weeks for the same services and days, neither could be chosen. */
async function refuseWeek(
  tx: Db,
  input: WeekInput,
  others: readonly WeekRow[],
  now: Date,
): Promise<FieldErrors | null> {
  const { serviceId } = input;
  if (serviceId && (await tx.$count(services, eq(services.id, serviceId))) === 0)
    return { serviceId: "This service no longer exists." };
  const isLimited = ({ fromDay, untilDay }: Applies) => fromDay !== null || untilDay !== null;
  const other = others.find(
    (week) =>
      week.serviceId === serviceId &&
      isLimited(week) === isLimited(input) &&
      sharesDays(week, input),
  );
  if (!other) return null;
  if (isLimited(input)) {
    const days = daysInWords(other.fromDay, other.untilDay, melbourneDay(now));
    return { fromDay: `There are hours for some of these days already: ${days}.` };
  }
  return {
    serviceId: serviceId
      ? "This service has hours of its own already. Change those, or enter the days these are for."
      : "Your usual week is for all services already. Choose a service, or enter the days these are for.",
  };
}

function sharesDays(first: Applies, second: Applies): boolean {
  const startsBefore = (one: Applies, other: Applies) =>
    !one.fromDay || !other.untilDay || one.fromDay <= other.untilDay;
  return startsBefore(first, second) && startsBefore(second, first);
}

async function namesOf(tx: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.select({ id: services.id, name: services.name }).from(services);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

type Names = ReadonlyMap<string, string>;

const serviceName = (serviceId: string | null, names: Names) =>
  serviceId ? (names.get(serviceId) ?? "a service") : "all services";

const said = ({ serviceId, ...input }: WeekInput, names: Names) => ({
  service: serviceName(serviceId, names),
  ...input,
});

type Recorded = {
  action: string;
  input: WeekInput;
  names: Names;
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> };
};

async function recordWeek(
  tx: Db,
  by: Owner,
  { action, input, names, change }: Recorded,
  now: Date,
): Promise<void> {
  const days = daysInWords(input.fromDay, input.untilDay, melbourneDay(now));
  const label = `the hours of ${serviceName(input.serviceId, names)}${days ? `, ${days}` : ""}`;
  await recordActivity(
    tx,
    { actor: by.email, action, subject: { kind: "hours", label }, ...change },
    now,
  );
}

export async function getHours(db: Db, _by: Administrator, today: Day) {
  const { serviceId, fromDay, untilDay } = openingHours;
  const all = await listServices(db, { all: true });
  const weeks = await db.select().from(openingHours).orderBy(fromDay, untilDay, serviceId);
  const days = await db
    .select()
    .from(dayHours)
    .where(gte(dayHours.day, today))
    .orderBy(asc(dayHours.day));
  const isWanted = (id: string | null) => all.every((one) => one.id !== id || isSwitchedOn(one));
  return {
    services: Object.fromEntries(all.map(({ id, name }) => [id, name])),
    weeks: weeks.map((week) => ({ ...week, sample: week.sample && isWanted(week.serviceId) })),
    days,
  };
}

export function listedWeek(
  week: WeekRow,
  names: Readonly<Record<string, string>>,
  today: Day,
): ListedWeek {
  const isUsual = isUsualWeek(week);
  const days = daysInWords(week.fromDay, week.untilDay, today);
  const service = week.serviceId ? names[week.serviceId] : null;
  const name = [service ?? (isUsual ? "Usual week" : null), days].filter(Boolean).join(", ");
  const { id, sample } = week;
  return { id, isUsual, sample, name: name.charAt(0).toUpperCase() + name.slice(1) };
}

export function shownWeek(week: WeekRow | null, isUsual: boolean): ShownWeek {
  const times = week
    ? readWeek(week.week).map((day, index) => storedTimes(weekPrefixes[index]!, day))
    : weekPrefixes.slice(0, 5).map((prefix) => timesValues(prefix, [usualTimes]));
  const values = Object.assign({}, ...times) as Record<string, string>;
  return {
    id: week?.id ?? null,
    version: week?.version ?? 0,
    isUsual,
    sample: week?.sample ?? false,
    values: {
      ...values,
      serviceId: week?.serviceId ?? "",
      fromDay: week?.fromDay ?? "",
      untilDay: week?.untilDay ?? "",
    },
  };
}

const usualTimes = { from: "10:00", until: "17:00" };

export function shownDay(row: DayRow): ShownDay {
  const { day, note } = row;
  const times = readDayTimes(row.hours);
  return {
    day,
    hours: dayInWords(times),
    note,
    seen: dayVersion(row),
    values: { ...storedTimes(dayPrefix, times), day, note },
  };
}
