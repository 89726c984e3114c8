import { and, eq, inArray, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { services } from "#app/server/database/tables.server.ts";
import { lockServices } from "./lock.server.ts";
import { commonPlaces, type Places } from "./places.ts";

export type PlacesOutcome = { ok: true } | { ok: false; current: Places };

/** Only for services without their own place. Refused if the places changed since `seen`. */
export function savePlaces(
  db: Db,
  by: Administrator,
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
