import { describe, expect } from "vitest";
import { dbTest } from "#tests/support/db.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, openingHours, services } from "#app/server/database/tables.server.ts";
import { readFreeStarts, findObstacle, isFree } from "./queries.server.ts";

async function aService(db: Db, own: Partial<typeof services.$inferInsert> = {}) {
  const [service] = await db
    .insert(services)
    .values({ category: "voice-piano", slug: "x", name: "Session", minutes: 60, ...own })
    .returning();
  return service!;
}

describe("a booked hour", () => {
  dbTest("is free again once it is cancelled", async ({ db }) => {
    const week = Array.from({ length: 7 }, () => [["09:00", "12:00"]]);
    await db.insert(openingHours).values({ week });
    const service = await aService(db);
    const now = new Date("2026-07-01T00:00Z");
    const day = { from: "2026-07-07", until: "2026-07-07" };
    const before = await readFreeStarts(db, service, day, now);
    expect(before).toHaveLength(9);
    const at = (time: string) => new Date(`2026-07-${time}Z`);
    await db.insert(diaryEntries).values({
      kind: "appointment",
      serviceId: service.id,
      title: "x",
      startsAt: at("06T23:00"),
      endsAt: at("07T00:00"),
      busyFrom: at("06T23:00"),
      busyUntil: at("07T00:15"),
    });
    expect((await readFreeStarts(db, service, day, now))[0]).toEqual(at("07T00:15"));
    expect(await findObstacle(db, service, at("07T00:00"), now)).toBe("taken");
    await db.update(diaryEntries).set({ state: "cancelled" });
    expect(await readFreeStarts(db, service, day, now)).toEqual(before);
    expect(await isFree(db, service, at("07T00:00"), now)).toBe(true);
  });
});
