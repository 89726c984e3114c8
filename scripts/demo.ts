import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stop } from "./command.ts";
import { acceptSample, sampleOwner } from "./sample-business.ts";
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

console.log("Building the site, which takes about half a minute …");
const { build } = await import("./build.ts");
await build({ isQuiet: true }).catch((error: Error) => stop(error.message));

// Through Vite: the samples' emails lead to modules with JSX.
const { createServer } = await import("vite");
const vite = await createServer({
  configFile: false,
  root: join(import.meta.dirname, ".."),
  logLevel: "error",
  appType: "custom",
  server: { middlewareMode: true, ws: false, watch: null },
});
const samples = (await vite.ssrLoadModule("scripts/samples.ts")) as typeof import("./samples.ts");
const sample = await samples
  .prepareSamples(getSettings())
  .catch((error: Error) => stop(error.message));
await vite.close();

await import("../server.ts");
const { SITE_URL } = getSettings();
if (sample.accepting) await acceptSample(SITE_URL, sample.accepting);
const { email, password } = sampleOwner;
console.log(`
  The site     ${SITE_URL}
${sample.quotes.map(({ type, slug }) => `  ${type.padEnd(26)} ${SITE_URL}/quotes/${slug}`).join("\n")}
  An invoice                 ${SITE_URL}/invoices/${sample.invoice}
  An appointment             ${SITE_URL}/appointments/${sample.appointment}
  The admin    ${SITE_URL}/admin
               ${email}  ${password}

  To try first: open the live piano quote and accept it, then sign in and find it under Today;
  book a session at ${SITE_URL}/book; change a headline under Site and publish it.

  Emails are kept as files in ${join(folder, "mail")}. Ctrl+C stops.
`);
