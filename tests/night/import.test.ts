import { expect, inject, test } from "vitest";
import { undoImport } from "#app/features/imports/commands.server.ts";
import { openPostgres } from "#app/server/database/db.server.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { acuityAppointments, acuityLine, importFile } from "#tests/support/imports.ts";
import { createPrepared } from "#tests/support/postgres.ts";

const rows = 10_000;
const each = (line: (at: number) => string) => Array.from({ length: rows }, (_, at) => line(at));

const left = (at: number): string => (at % 2 ? "2024-01-01 00:00:00" : "");
const minute = (at: number) => `${String(at % 60).padStart(2, "0")} am`;
/** Every minute of the morning, on 84 days of the past and 83 to come. */
const sessions = each((at) => {
  const days = Math.floor(at / 60);
  const day = new Date(Date.UTC(2026, 2, 10 + days - 84));
  const written = day.toLocaleDateString("en-US", { dateStyle: "long", timeZone: "UTC" });
  return acuityLine({ day: written, from: `9:${minute(at)}`, until: `10:${minute(at)}` });
});

const files = [
  ["clients", ["Name,Email,Phone,Notes", ...each((at) => `C ${at},c${at}@a.example,0412,x`)]],
  [
    "subscribers",
    [
      "Email Address,OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,LEID",
      ...each((at) => `s${at}@a.example,2023-01-01 00:00:00,2023-01-01 00:00:00,${left(at)},${at}`),
    ],
  ],
  ["appointments", acuityAppointments(...sessions).split("\n")],
] as const;

test.for(files)("10,000 %s are imported in 30 seconds", async ([kind, lines]) => {
  // With the timeouts of a request.
  const { db, close } = await openPostgres(await createPrepared(inject("postgresUrl")), null);
  const file = lines.join("\n");
  const choice = kind === "subscribers" ? { choice: { members: "subscribed" as const } } : {};
  const start = performance.now();
  const { id, counts } = await importFile(db, file, choice);
  const took = performance.now() - start;
  expect(counts).toEqual({ ...counts, new: rows, known: 0, skipped: 0, unreadable: 0 });
  expect(took).toBeLessThan(30_000);
  const again = await importFile(db, file, choice);
  expect(again.counts).toMatchObject({ new: 0, known: rows });
  expect(await undoImport(db, owner, id, NOW)).toEqual({ removed: rows, stay: 0 });
  await close();
});
