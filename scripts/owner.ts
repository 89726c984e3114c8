import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { parseArgs } from "node:util";

/* `npm run owner -- EMAIL [--password P]`: makes EMAIL the owner, at once or through a one-time link. */

if (existsSync(".env")) loadEnvFile(".env");
process.env.LOG_LEVEL ??= "warn";

const usage = "Usage: npm run owner -- EMAIL [--password PASSWORD]";

const { values, positionals } = readArguments();
const [email] = positionals;
const { check, emailAddress } = await import("../app/values/rules.ts");
const { setupSchema } = await import("../app/features/auth/schema.ts");
const z = await import("zod/mini");

const given = check(z.object({ email: emailAddress("") }), { email });
if (!given.ok || positionals.length !== 1) stop(usage);
if (values.password !== undefined) {
  const checked = check(setupSchema, { token: "-", email, password: values.password });
  if (!checked.ok) stop(checked.errors.password ?? "This password can't be used.");
}

const { getSettings } = await import("../app/server/env.server.ts");
const { openDatabase } = await import("../app/server/database/db.server.ts");
const { createSetupLink, makeOwner } = await import("../app/features/auth/owner.server.ts");

const database = await Promise.resolve()
  .then(() => openDatabase(getSettings()))
  .catch((error: Error) => stop(error.message));
if (values.password === undefined) {
  const link = await createSetupLink(database.db, given.value.email.toLowerCase());
  console.log(
    `This link lets ${given.value.email} choose a password and become the owner, once, within a day:` +
      `\n\n  ${link}\n`,
  );
} else {
  await makeOwner(database.db, given.value.email, values.password);
  console.log(`${given.value.email} is the owner.`);
}
await database.close();

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { password: { type: "string" } } });
  } catch {
    return stop(usage);
  }
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(1);
}
