import { isDeepStrictEqual } from "node:util";
import { eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { openingHours, services } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { readWeek } from "./hours.ts";
import type { WeekInput } from "./hours-schema.ts";
import { daysInWords } from "./hours-words.ts";
import { lockServices } from "./lock.server.ts";

export type WeekRow = typeof openingHours.$inferSelect;

export type WeekOutcome =
  | { ok: true; id: string }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; current: WeekRow }
  | { ok: false; reason: "invalid"; errors: FieldErrors };

type Saved = {
  /** Null for a new week. */
  id: string | null;
  version: number;
  input: WeekInput;
  /** From the rendered form: the same key sent twice adds one week. */
  key: string;
};

/** A saved week is no longer a sample, even if nothing changed. */
export function saveWeek(
  db: Db,
  by: Administrator,
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
  by: Administrator,
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
  by: Administrator,
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
