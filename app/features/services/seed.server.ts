import type { Db } from "#app/server/database/db.server.ts";
import { openingHours, services } from "#app/server/database/tables.server.ts";
import { lockServices } from "./queries.server.ts";
import { usualCategoryName } from "./labels.ts";

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
