import { parseArgs } from "node:util";
import pg from "pg";
import { settingsOrStop, stop } from "./command.ts";

/*
 * `npm run import -- --from postgres://…`: brings contact_messages, ameb_bookings, invoices and
 * email_templates of another PostgreSQL along. Nobody gets an email. A second run adds what is new there.
 */

const usage = "Usage: npm run import -- --from postgres://USER:PASSWORD@HOST/DATABASE";

const from = readFrom();
const settings = await settingsOrStop();
const { openDatabase } = await import("../app/server/database/db.server.ts");
const { importHosted } = await import("../app/features/imports/hosted.server.ts");
const { countOf } = await import("../app/values/wording.ts");

const source = new pg.Client({ connectionString: from });
await source.connect().catch((error: Error) => {
  stop(`The database to import from can't be opened: ${error.message || "it does not answer"}.`);
});
const database = await openDatabase(settings, undefined, "none").catch((error: Error) =>
  stop(error.message),
);
const outcomes = await importHosted(database.db, source).catch((error: Error) =>
  stop(`Nothing was imported: ${error.message}`),
);
await source.end();
await database.close();

for (const { table, isMissing, added, known, erased, unreadable } of outcomes) {
  const counts = [
    `${added} new`,
    known > 0 && `${known} known`,
    erased > 0 && `${erased} skipped, of people who were erased here`,
    unreadable.length > 0 && `${unreadable.length} unreadable`,
  ].filter(Boolean);
  console.log(`${table}: ${isMissing ? "not there" : counts.join(", ")}`);
  for (const { id, why } of unreadable) console.log(`  ${id}: ${why}`);
}
const total = outcomes.reduce((sum, { added }) => sum + added, 0);
console.log(`${countOf(total, "row")} imported. Nobody got an email because of it.`);

function readFrom(): string {
  try {
    const { values } = parseArgs({ options: { from: { type: "string" } } });
    if (values.from && /^postgres(ql)?:\/\//.test(values.from)) return values.from;
  } catch {
    // An unknown option: the usage says what there is.
  }
  return stop(usage);
}
