import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

/* `npm run demo`: builds, fills an embedded database with samples once, and starts. `--fresh` starts over. */

process.env.DATA_DIR = resolve(process.env.DATA_DIR ?? "./data/demo");
process.env.NODE_ENV ??= "production";
process.env.LOG_LEVEL ??= "warn";
delete process.env.DATABASE_URL;

const folder = process.env.DATA_DIR;
const marker = join(folder, "sample-data");

if (process.argv.includes("--fresh") && existsSync(folder)) {
  if (!existsSync(marker)) {
    console.error(`${folder} was not made by the demo; it is left alone.`);
    process.exit(1);
  }
  rmSync(folder, { recursive: true });
}

const { build } = await import("./build.ts");
const { loadSamples, listSamples, sampleOwner } = await import("./samples.ts");
const { getSettings } = await import("../app/server/env.server.ts");
const { openDatabase } = await import("../app/server/db.server.ts");

await build();
mkdirSync(folder, { recursive: true });
const database = await openDatabase(getSettings()).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
if (!existsSync(marker)) {
  await loadSamples(database.db);
  writeFileSync(marker, "This folder was made by `npm run demo` and may be deleted.\n");
}
const quotes = await listSamples(database.db);
await database.close();

await import("../server.ts");
const { SITE_URL } = getSettings();
console.log(`
  The site     ${SITE_URL}
${quotes.map(({ type, slug }) => `  ${type.padEnd(26)} ${SITE_URL}/quotes/${slug}`).join("\n")}
  The admin    ${SITE_URL}/admin
               ${sampleOwner.email}  ${sampleOwner.password}

  Letters are kept as files in ${join(folder, "mail")}. Ctrl+C stops.
`);
