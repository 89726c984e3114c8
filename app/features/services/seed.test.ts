import { describe, expect } from "vitest";
import { openingHours, services } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import "#tests/support/default-content.ts";
import { dayTimes, weekFor } from "./hours.ts";
import { priceOf, type Service } from "./model.ts";
import { listServices } from "./queries.server.ts";
import { ensureServices } from "./service-commands.server.ts";

const sayPrices = (all: readonly Service[], category: string) =>
  all
    .filter((service) => service.category === category)
    .map((service) => [service.slug, service.minutes, priceOf(service)]);

describe("a new installation", () => {
  dbTest("offers what the price list says, each with its length and price", async ({ db }) => {
    await ensureServices(db);
    const all = await listServices(db);
    const lessons = [
      ["30-minutes", 30, 50_00],
      ["45-minutes", 45, 75_00],
      ["60-minutes", 60, 95_00],
      ["90-minutes", 90, 140_00],
    ];
    for (const category of ["voice-piano", "embodiment", "presence"])
      expect(sayPrices(all, category)).toEqual(lessons);
    expect(sayPrices(all, "audition-cut")).toEqual([["playthrough", 15, 0]]);
    expect(sayPrices(all, "discovery")).toEqual([["discovery", 30, 0]]);
    expect(sayPrices(all, "ameb-rehearsal")).toEqual([
      ["15-minutes", 15, 30_00],
      ["30-minutes", 30, 50_00],
      ["45-minutes", 45, 75_00],
    ]);
    expect(all.find(({ category }) => category === "voice-piano")).toMatchObject({
      price: null,
      bufferAfter: 15,
      notice: 24,
      daysAhead: 60,
      changeNotice: 48,
      onRequest: false,
    });
  });

  onBoth("has the same of everything when several processes start at once", async ({ db }) => {
    await Promise.all([1, 2, 3].map(() => ensureServices(db)));
    await ensureServices(db);
    expect(await db.$count(services)).toBe(17);
    expect(await db.$count(openingHours)).toBe(2);
  });

  dbTest("is open on Saturday mornings, but not for audition cuts", async ({ db }) => {
    await ensureServices(db);
    const weeks = await db.select().from(openingHours);
    const audition = (await listServices(db)).find(({ category }) => category === "audition-cut")!;
    const saturday = "2026-11-28";
    const on = (service: string | null, day: string) => dayTimes(day, service, { weeks, days: [] });
    expect(on(null, saturday)).toEqual([["09:00", "13:00"]]);
    expect(on(audition.id, saturday)).toEqual([]);
    expect(on(audition.id, "2026-11-27")).toHaveLength(2);
    expect(weekFor(saturday, audition.id, weeks)?.sample).toBe(true);
  });

  dbTest("keeps what its owner has made of it", async ({ db }) => {
    await db.insert(services).values({ category: "presence", slug: "x", name: "X", minutes: 50 });
    await ensureServices(db);
    expect(await db.$count(services)).toBe(1);
    expect(await db.$count(openingHours)).toBe(0);
  });
});
