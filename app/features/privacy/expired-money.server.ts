import { and, eq, lt, ne, notExists } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { bankImports, bankLines, reminders } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { periodStart } from "#app/values/period.ts";
import { paysNothing } from "./removal.server.ts";
import { retention } from "./retention.ts";

export async function deleteExpiredBankLines(tx: Db, now: Date): Promise<number> {
  const since = periodStart(retention.bankLine, now);
  const deleted = await tx
    .delete(bankLines)
    .where(and(lt(bankLines.day, melbourneDay(since)), paysNothing(tx)))
    .returning({ id: bankLines.id });
  const lines = tx.select({ id: bankLines.id }).from(bankLines);
  await tx
    .delete(bankImports)
    .where(
      and(
        lt(bankImports.createdAt, since),
        notExists(lines.where(eq(bankLines.importId, bankImports.id))),
      ),
    );
  return deleted.length;
}

/** Reminders are kept as long as the emails that they caused. */
export async function deleteSettledReminders(tx: Db, now: Date): Promise<void> {
  const isOld = lt(reminders.settledAt, periodStart(retention.email, now));
  await tx.delete(reminders).where(and(ne(reminders.state, "wanted"), isOld));
}
