import { beforeEach, describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { sessions, users } from "#app/server/database/tables.server.ts";
import { addMonths, startOfMonth } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { aQuote, owner } from "#tests/support/factories.ts";
import { clockIn } from "#tests/support/time-zone.ts";
import { percentChange, signedPercent } from "./model.ts";
import { countActiveAdministrators, listRecentlyAccepted, getRevenue } from "./queries.server.ts";

/** Noon on 10 March 2026 in Melbourne, which keeps daylight saving then. */
const now = new Date("2026-03-10T01:00:00Z");

const accepted = (db: Db, at: string, totalAmount: string) =>
  aQuote(db, { slug: at, acceptedAt: new Date(at), totalAmount });

describe.each(["UTC", "America/Los_Angeles", "Asia/Tokyo"])("under TZ=%s", (zone) => {
  beforeEach(() => clockIn(zone));

  dbTest("months begin and end at midnight in Melbourne", async ({ db }) => {
    // March begins at 13:00 UTC on the last of February, April at 13:00 UTC on the last of March.
    await accepted(db, "2026-02-28T12:59:59Z", "100.00");
    await accepted(db, "2026-02-28T13:00:00Z", "20.00");
    await accepted(db, "2026-03-31T12:59:59Z", "3.50");
    await accepted(db, "2026-03-31T13:00:00Z", "7000.00");
    await aQuote(db, { slug: "pending", totalAmount: "9999.00" });
    const revenue = await getRevenue(db, owner, now);
    expect(revenue).toMatchObject({
      invoices: 4,
      total: 712350,
      thisMonth: 2350,
      lastMonth: 10000,
    });
    expect(revenue.months.at(-1)).toEqual({ month: "2026-03", revenue: 2350, quotes: 2 });
    expect(revenue.months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, index) => addMonths("2025-04", index)),
    );
  });

  dbTest("a month in which the clocks change starts and ends at two different UTC offsets", () => {
    expect(startOfMonth("2026-04").toISOString()).toBe("2026-03-31T13:00:00.000Z");
    expect(startOfMonth("2026-05").toISOString()).toBe("2026-04-30T14:00:00.000Z");
    expect(startOfMonth("2026-10").toISOString()).toBe("2026-09-30T14:00:00.000Z");
    expect(startOfMonth("2026-11").toISOString()).toBe("2026-10-31T13:00:00.000Z");
  });
});

dbTest.each([
  [0, 0, 0, "+0%"],
  [120000, 0, 100, "+100%"],
  [0, 120000, -100, "−100%"],
  [90000, 120000, -25, "−25%"],
  [120000, 90000, 33, "+33%"],
  [119999, 120000, 0, "+0%"],
])("%d cents against %d last month are %d percent", (thisMonth, lastMonth, percent, words) => {
  expect(percentChange(thisMonth, lastMonth)).toBe(percent);
  expect(signedPercent(percent)).toBe(words);
});

dbTest("recent quotes are the five accepted most recently", async ({ db }) => {
  for (let day = 1; day <= 7; day++) await accepted(db, `2026-03-0${day}T00:00:00Z`, "1.00");
  await aQuote(db, { slug: "rejected", rejectedAt: now });
  const recent = await listRecentlyAccepted(db, owner);
  expect(recent.map(({ acceptedAt }) => acceptedAt.getUTCDate())).toEqual([7, 6, 5, 4, 3]);
});

dbTest(
  "active users are administrators with an unexpired session, each counted once",
  async ({ db }) => {
    const person = (id: string, given: Partial<typeof users.$inferInsert> = {}) => ({
      id,
      name: id,
      email: `${id}@example.com`,
      emailVerified: true,
      role: "admin" as const,
      ...given,
    });
    await db
      .insert(users)
      .values([
        person("here"),
        person("gone"),
        person("elsewhere"),
        person("long gone"),
        person("stranger", { role: "user" }),
        person("unverified", { emailVerified: false }),
      ]);
    const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
    const session = (userId: string, id: string, expiresAt = "2026-03-11T00:00:00Z") => ({
      id,
      token: id,
      userId,
      expiresAt: new Date(expiresAt),
    });
    await db
      .insert(sessions)
      .values([
        session("here", "phone"),
        session("here", "desk"),
        session("gone", "old", "2026-03-09T00:00:00Z"),
        { ...session("elsewhere", "kept"), kept: true, createdAt: daysAgo(8) },
        { ...session("long gone", "busy"), createdAt: daysAgo(8) },
        session("stranger", "a"),
        session("unverified", "b"),
      ]);
    expect(await countActiveAdministrators(db, owner, now)).toBe(2);
  },
);
