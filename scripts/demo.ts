import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { getSettings, settingNames } from "../app/server/env.server.ts";

/* `npm run demo`: builds, fills an embedded database with samples once, and starts. `--fresh` starts over. */

// Other settings are ignored: a real database or mail server must never see a sample.
const allowed = ["DATA_DIR", "PORT", "HOST", "LOG_LEVEL"];

for (const name of settingNames) if (!allowed.includes(name)) delete process.env[name];
process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? "./data/demo");
process.env.NODE_ENV = "production";
process.env.LOG_LEVEL ??= "warn";

const folder = process.env.DATA_DIR;
const marker = join(folder, "sample-data");

if (existsSync(folder) && readdirSync(folder).length > 0) {
  if (!existsSync(marker)) stop(`${folder} was not made by the demo; it is left alone.`);
  if (process.argv.includes("--fresh")) rmSync(folder, { recursive: true });
}
mkdirSync(folder, { recursive: true, mode: 0o700 });
writeFileSync(marker, "This folder was made by `npm run demo` and may be deleted.\n");

const { build } = await import("./build.ts");
const { acceptableSample, acceptSample, fillOnce, findSampleInvoice, listSamples, sampleOwner } =
  await import("./samples.ts");
const { findSampleAppointment } = await import("./sample-diary.ts");
const { openDatabase } = await import("../app/server/database/db.server.ts");

await build();
const database = await openDatabase(getSettings()).catch((error: Error) => stop(error.message));
const isNew = await fillOnce(database.db);
const quotes = await listSamples(database.db);
const invoice = await findSampleInvoice(database.db);
const appointment = await findSampleAppointment(database.db);
const accepting = isNew ? await acceptableSample(database.db) : null;
await database.close();

await import("../server.ts");
const { SITE_URL } = getSettings();
if (accepting) await acceptSample(SITE_URL, accepting);
console.log(`
  The site     ${SITE_URL}
${quotes.map(({ type, slug }) => `  ${type.padEnd(26)} ${SITE_URL}/quotes/${slug}`).join("\n")}
  An invoice                 ${SITE_URL}/invoices/${invoice}
  An appointment             ${SITE_URL}/appointments/${appointment}
  The admin    ${SITE_URL}/admin
               ${sampleOwner.email}  ${sampleOwner.password}

  Emails are kept as files in ${join(folder, "mail")}. Ctrl+C stops.
`);

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
