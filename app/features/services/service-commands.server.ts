import { isDeepStrictEqual } from "node:util";
import { eq, and, inArray, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Owner } from "#app/features/auth/model.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import { type Db, errorCode } from "#app/server/database/db.server.ts";
import { services, openingHours } from "#app/server/database/tables.server.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { lockServices } from "./queries.server.ts";
import { type Service, usualCategoryName } from "./model.ts";
import {
  type ServiceInput,
  slugOf,
  storedColumns,
  type ServiceColumns,
  serviceColumns,
  commonPlaces,
  type Places,
} from "./service-schema.ts";

type Saved = { ok: true; service: Service };
type Invalid = { ok: false; reason: "invalid"; errors: FieldErrors };
type Stale =
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "changed"; current: Service };

/** @param key from the rendered form: the same key sent twice adds one service */
export function createService(
  db: Db,
  by: Owner,
  input: ServiceInput,
  key: string,
  now = new Date(),
): Promise<Saved | Invalid> {
  const id = recordId("service", key, input);
  return refusingSamePath<Saved>(db, async (tx) => {
    await lockServices(tx);
    const [sent] = await tx.select().from(services).where(eq(services.id, id));
    if (sent) return { ok: true, service: sent };
    const all = await tx.select().from(services);
    const columns = completed(input, all);
    const position = Math.max(-1, ...all.map((service) => service.position)) + 1;
    const [service] = await tx
      .insert(services)
      .values({ ...columns, id, position, updatedAt: now })
      .returning();
    await recordService(tx, by, "added", service!, { after: columns }, now);
    return { ok: true, service: service! };
  });
}

/** Refuses an old version, so that no tab overwrites another. */
export function saveService(
  db: Db,
  by: Owner,
  { id, version, input }: { id: string; version: number; input: ServiceInput },
  now = new Date(),
): Promise<Saved | Stale | Invalid> {
  return refusingSamePath<Saved | Stale>(db, async (tx) => {
    await lockServices(tx);
    const all = await tx.select().from(services).for("update");
    const current = all.find((service) => service.id === id);
    if (!current) return { ok: false, reason: "not-found" };
    const before = storedColumns(current);
    const others = all.filter((service) => service !== current);
    const after = completed({ ...input, slug: input.slug || current.slug }, others);
    // The same change again: its first answer may have been lost.
    if (isDeepStrictEqual(before, after)) return { ok: true, service: current };
    if (current.version !== version) return { ok: false, reason: "changed", current };
    const [service] = await tx
      .update(services)
      .set({ ...after, version: version + 1, updatedAt: now })
      .where(eq(services.id, id))
      .returning();
    await recordService(tx, by, "changed", service!, differing(before, after), now);
    return { ok: true, service: service! };
  });
}

function completed(input: ServiceInput, others: readonly Service[]): ServiceColumns {
  const { place, category } = input;
  const usual = place === "client" ? "" : commonPlaces(others)[place];
  const taken = others.filter((service) => service.category === category);
  const slug = input.slug || freeSlug(slugOf(input.name), taken);
  return serviceColumns({ ...input, slug, placeDetails: input.placeDetails || usual });
}

function freeSlug(wanted: string, taken: readonly Service[]): string {
  const isTaken = (slug: string) => taken.some((service) => service.slug === slug);
  let slug = wanted;
  for (let count = 2; isTaken(slug); count++) slug = `${wanted}-${count}`;
  return slug;
}

const uniqueViolation = "23505";

async function refusingSamePath<Outcome>(
  db: Db,
  change: (tx: Db) => Promise<Outcome>,
): Promise<Outcome | Invalid> {
  try {
    return await db.transaction(change);
  } catch (error) {
    if (errorCode(error) !== uniqueViolation) throw error;
    const slug = "Another service of this kind has this web address.";
    return { ok: false, reason: "invalid", errors: { slug } };
  }
}

/** `to`: place within its category, from 0. */
export function placeService(
  db: Db,
  by: Owner,
  { id, to }: { id: string; to: number },
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    const { position, minutes, name } = services;
    const all = await tx.select().from(services).orderBy(position, minutes, name);
    const moved = all.find((service) => service.id === id);
    if (!moved) return false;
    const listed = all.filter(({ category }) => category === moved.category);
    if (listed.indexOf(moved) === to) return true;
    const places = listed.map((service) => service.position);
    const isDistinct = new Set(places).size === places.length;
    const ordered = listed.filter((service) => service !== moved).toSpliced(to, 0, moved);
    for (const [index, service] of ordered.entries()) {
      const wanted = isDistinct ? places[index]! : index;
      if (service.position !== wanted)
        await tx.update(services).set({ position: wanted }).where(eq(services.id, service.id));
    }
    await recordService(tx, by, "moved", moved, {}, now);
    return true;
  });
}

function differing(before: ServiceColumns, after: ServiceColumns) {
  const names = (Object.keys(after) as (keyof ServiceColumns)[]).filter(
    (name) => before[name] !== after[name],
  );
  const only = (values: ServiceColumns) =>
    Object.fromEntries(names.map((name) => [name, values[name]]));
  return { before: only(before), after: only(after) };
}

async function recordService(
  tx: Db,
  by: Owner,
  action: string,
  { id, name }: Service,
  change: { before?: Record<string, unknown>; after?: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const subject = { kind: "service" as const, id, label: name };
  await recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

type PlacesOutcome = { ok: true } | { ok: false; current: Places };

/** Only for services without their own place. Refused if the places changed since `seen`. */
export function savePlaces(
  db: Db,
  by: Owner,
  { seen, places }: { seen: Places; places: Places },
  now = new Date(),
): Promise<PlacesOutcome> {
  return db.transaction(async (tx) => {
    await lockServices(tx);
    const current = commonPlaces(await tx.select().from(services).for("update"));
    const changed = (["studio", "online"] as const).filter(
      (place) => places[place] !== current[place],
    );
    if (changed.length === 0) return { ok: true };
    if (changed.some((place) => seen[place] !== current[place])) return { ok: false, current };
    for (const place of changed)
      await tx
        .update(services)
        .set({
          placeDetails: places[place],
          version: sql`${services.version} + 1`,
          updatedAt: now,
        })
        .where(
          and(eq(services.place, place), inArray(services.placeDetails, ["", current[place]])),
        );
    const only = (all: Places) => Object.fromEntries(changed.map((place) => [place, all[place]]));
    const subject = { kind: "service" as const, label: "addresses" };
    const change = { before: only(current), after: only(places) };
    await recordActivity(tx, { actor: by.email, action: "changed", subject, ...change }, now);
    return { ok: true };
  });
}

export async function ensureServices(db: Db, now = new Date()): Promise<void> {
  await db.transaction(async (tx) => {
    // Several processes may start at once: the second waits here, then sees the services.
    await lockServices(tx);
    if ((await tx.$count(services)) > 0) return;
    const stored = await tx
      .insert(services)
      .values(standardServices.map((service) => ({ ...service, updatedAt: now })))
      .returning();
    if ((await tx.$count(openingHours)) > 0) return;
    await tx.insert(openingHours).values(
      standardWeeks.map(({ slug, week }) => ({
        serviceId: slug ? stored.find((service) => service.slug === slug)!.id : null,
        week,
        sample: true,
        updatedAt: now,
      })),
    );
  });
}

type NewService = typeof services.$inferInsert;

const coachingMinutes = [30, 45, 60, 90];
const coaching = (["voice-piano", "embodiment", "presence"] as const).flatMap((category) =>
  coachingMinutes.map((minutes): NewService => ({
    category,
    slug: `${minutes}-minutes`,
    name: `${usualCategoryName(category)}, ${minutes} minutes`,
    minutes,
    step: 30,
  })),
);

const rehearsals = [15, 30, 45].map((minutes): NewService => ({
  category: "ameb-rehearsal",
  slug: `${minutes}-minutes`,
  name: `AMEB rehearsal, ${minutes} minutes`,
  minutes,
}));

const audition: NewService = {
  category: "audition-cut",
  slug: "playthrough",
  name: "Audition cut playthrough",
  minutes: 15,
  price: 0,
  place: "online",
};

const discovery: NewService = {
  category: "discovery",
  slug: "discovery",
  name: "Discovery session",
  minutes: 30,
  price: 0,
  place: "online",
  step: 30,
};

const standardServices: readonly NewService[] = [
  ...coaching,
  audition,
  discovery,
  ...rehearsals,
].map((service, position) => ({ ...service, position }));

type Times = [string, string][];
type NewWeek = Pick<typeof openingHours.$inferInsert, "week"> & {
  /** Of the service whose week it is; none for all services. */
  slug?: string;
};

const weekday: Times = [
  ["10:00", "13:00"],
  ["14:00", "18:00"],
];
const weekdays: Times[] = Array.from({ length: 5 }, () => weekday);

const standardWeeks: readonly NewWeek[] = [
  { week: [...weekdays, [["09:00", "13:00"]], []] },
  { slug: audition.slug, week: [...weekdays, [], []] },
];
