import { resolve } from "node:path";
import { argument, settingsOrStop, stop } from "./command.ts";

/* `npm run restore -- FILE`: into an empty database, of either kind. */

const file = resolve(argument("Usage: npm run restore -- FILE"));
const settings = await settingsOrStop();

const { restoreBackup } = await import("../app/server/backup/restore.server.ts");

const totals = await restoreBackup(file, settings).catch(stop);
for (const [table, { rows }] of Object.entries(totals))
  if (rows > 0) console.log(`${String(rows).padStart(8)}  ${table}`);
console.log(
  "Restored. Everyone has to sign in again. Emails that were not sent yet go out when the site starts.\n" +
    "If invoices were issued after this backup, raise the next number in the business details first.",
);
