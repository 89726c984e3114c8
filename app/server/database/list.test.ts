import { expect } from "vitest";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { aBooking } from "#tests/support/factories.ts";
import { inMonth, readPage } from "./list.server.ts";
import { amebBookings } from "./tables.server.ts";

const source = {
  table: amebBookings,
  sorts: { created: amebBookings.createdAt },
  id: amebBookings.id,
};
const list = readListQuery(new URLSearchParams(), {
  sorts: { created: "Created" },
  sort: "created",
});

dbTest("a month begins and ends at midnight in Melbourne, with daylight saving", async ({ db }) => {
  const instants = [
    "2026-03-31T12:59:59.999Z", // 11:59 pm on 31 March, summer
    "2026-03-31T13:00:00.000Z", // midnight
    "2026-04-30T13:59:59.999Z", // 11:59 pm on 30 April, winter
    "2026-04-30T14:00:00.000Z", // midnight
  ];
  for (const at of instants) await aBooking(db, { createdAt: new Date(at) });
  const { rows } = await readPage<{ createdAt: Date }>(db, source, list, [
    inMonth(amebBookings.createdAt, "2026-04"),
  ]);
  expect(rows.map(({ createdAt }) => createdAt.toISOString())).toEqual(instants.slice(1, 3));
});

dbTest("a month of days has its first and its last, and none without a day", async ({ db }) => {
  for (const examDate of ["2025-11-30", "2025-12-01", "2025-12-31", "2026-01-01", null])
    await aBooking(db, { examDate });
  const { rows } = await readPage<{ examDate: string }>(db, source, list, [
    inMonth(amebBookings.examDate, "2025-12"),
  ]);
  expect(rows.map(({ examDate }) => examDate).sort()).toEqual(["2025-12-01", "2025-12-31"]);
});
