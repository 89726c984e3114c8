import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { foldText } from "#app/values/folding.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { aBooking } from "#tests/support/factories.ts";
import { inMonth, readPage, rowsOf } from "./list.server.ts";
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

dbTest("the database folds as the pages do", async ({ db }) => {
  const scripts = [
    [0x20, 0x58f], // Latin, Greek, Cyrillic, Armenian
    [0x590, 0x6ff], // Hebrew, Arabic
    [0x900, 0xeff], // Indic, Thai, Lao
    [0x1e00, 0x20ff], // Vietnamese and other Latin, Greek, punctuation
    [0x2c60, 0x2c7f],
    [0x3000, 0x30ff],
    [0x4e00, 0x4eff],
    [0xac00, 0xacff],
    [0xfb00, 0xfb4f],
    [0xff01, 0xffee],
    [0x1f300, 0x1f64f],
  ] as const;
  const typed = scripts.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
      .filter((character) => /^\P{Cn}$/u.test(character))
      .map((character) => `${character} ΑÅ${character}\u0301Σ`),
  );
  const folded = await rowsOf<{ typed: string; folded: string }>(
    db,
    sql`select typed, fold_text(typed) as folded
      from jsonb_array_elements_text(${JSON.stringify(typed)}::jsonb) as typed`,
  );
  expect(folded).toHaveLength(typed.length);
  expect(folded.filter((one) => one.folded !== foldText(one.typed))).toEqual([]);
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
