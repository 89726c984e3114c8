import type { Db } from "#app/server/database/db.server.ts";
import { openingHours, services } from "#app/server/database/tables.server.ts";
import { lockServices } from "./lock.server.ts";
import { standardServices, standardWeeks } from "./standard-services.ts";

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
