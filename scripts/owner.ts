import { parseArgs } from "node:util";
import * as z from "zod/mini";
import { setupSchema } from "../app/features/auth/schema.ts";
import { check, emailAddress } from "../app/values/rules.ts";
import { settingsOrStop, stop } from "./command.ts";

/* `npm run owner -- EMAIL [--password P]`: makes EMAIL the owner, at once or through a one-time link. */

const usage = "Usage: npm run owner -- EMAIL [--password PASSWORD]";

const { values, positionals } = readArguments();
const [email] = positionals;

const given = check(z.object({ email: emailAddress("") }), { email });
if (!given.ok || positionals.length !== 1) stop(usage);
if (values.password !== undefined) {
  const checked = check(setupSchema, { token: "-", email, password: values.password });
  if (!checked.ok) stop(checked.errors.password ?? "This password can't be used.");
}

const settings = await settingsOrStop();
const { openDatabase } = await import("../app/server/database/db.server.ts");
const { createSetupLink, makeOwner } = await import("../app/features/auth/owner.server.ts");

const database = await openDatabase(settings).catch(stop);
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
