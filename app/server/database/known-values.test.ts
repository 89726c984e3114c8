import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { getRevenue } from "#app/features/dashboard/queries.server.ts";
import { isPriceConsistent } from "#app/features/quotes/pricing.ts";
import { ownDbOnBothDatabases as test } from "#tests/support/db.ts";
import { anEntry, anOpenWeek } from "#tests/support/diary.ts";
import { aBooking, aMessage, aQuote, owner } from "#tests/support/factories.ts";
import { strangeRows, strangeTimes, dropChecks } from "#tests/support/strange-rows.ts";
import type { Db } from "./db.server.ts";
import { migrationNames, migrationsFolder } from "./migrations.server.ts";
import { amebBookings, contactMessages, dayHours, quotes } from "./tables.server.ts";

/* What no calendar has and no sum can add. This file's database loses its checks half way through. */

const run = async (db: Db, statements: readonly string[]) => {
  for (const statement of statements) await db.execute(sql.raw(statement));
};

describe.for(strangeTimes)("the tables refuse %s", (time) => {
  test("as any time or day of a quote", async ({ db }) => {
    await aQuote(db);
    for (const column of ["created_at", "accepted_at", "rejected_at", "event_date", "valid_until"])
      await expect(
        run(db, [`update invoices set ${column} = '${time}'`]),
        column,
      ).rejects.toMatchObject({ cause: { code: "23514" } });
  });

  test("as the day of an exam or of hours, or as the time of an enquiry or of an entry of the diary", async ({
    db,
  }) => {
    await aBooking(db, { examDate: null });
    await aMessage(db);
    await anEntry(db);
    await anOpenWeek(db);
    await db.insert(dayHours).values({ day: "2026-03-12", hours: [] });
    for (const change of [
      "ameb_bookings set exam_date",
      "ameb_bookings set created_at",
      "contact_messages set created_at",
      "diary_entries set busy_from",
      "diary_entries set starts_at",
      "diary_entries set ends_at",
      "diary_entries set busy_until",
      "opening_hours set from_day",
      "opening_hours set until_day",
      "day_hours set day",
    ]) {
      await expect(run(db, [`update ${change} = '${time}'`]), change).rejects.toMatchObject({
        // The range of an entry is refused before its times are.
        cause: { code: expect.stringMatching(/^(23514|22000)$/) },
      });
    }
  });
});

test("the tables refuse an invalid amount", async ({ db }) => {
  await expect(aQuote(db, { totalAmount: "NaN" })).rejects.toMatchObject({
    cause: { code: "23514" },
  });
});

describe("rows older than the database checks", () => {
  test("do not change the sums of other rows", async ({ db }) => {
    await run(db, [...dropChecks, ...strangeRows]);
    const now = new Date("2026-03-10T02:00:00Z");
    const strange = await getRevenue(db, owner, now);
    await aQuote(db, { acceptedAt: now, totalAmount: "350.50" });
    const { total, thisMonth } = await getRevenue(db, owner, now);
    expect([total - strange.total, thisMonth, strange.thisMonth]).toEqual([35050, 35050, 0]);
  });

  test("are shown as N/A where invalid, and can be changed", async ({ db }) => {
    await run(db, strangeRows);
    const name = migrationNames().find((migration) => migration.endsWith("_known-values"))!;
    await run(
      db,
      readFileSync(join(migrationsFolder, `${name}.sql`), "utf8").split("--> statement-breakpoint"),
    );
    const updated = await db.update(quotes).set({ clientName: "Ada" }).returning();
    expect(updated).toHaveLength(15);
    for (const { createdAt, eventDate, acceptedAt, rejectedAt } of updated) {
      expect(eventDate).toBeNull();
      for (const time of [createdAt, acceptedAt, rejectedAt])
        expect(time === null || time.getUTCFullYear() >= 2026).toBe(true);
    }
    expect(
      updated
        .filter(
          ({ totalAmount, details }) =>
            totalAmount === "0.00" && JSON.stringify(details).includes("NaN"),
        )
        .map(isPriceConsistent),
    ).toEqual([false, false, false]);
    expect(updated.map(({ validUntil }) => validUntil).filter(Boolean)).toEqual([
      "1900-01-01",
      "1900-01-01",
    ]);
    expect(
      await db
        .update(amebBookings)
        .set({ status: "booked" })
        .returning({ examDate: amebBookings.examDate }),
    ).toEqual(strangeTimes.map(() => ({ examDate: null })));
    expect(await db.update(contactMessages).set({ state: "answered" }).returning()).toHaveLength(4);
  });
});
