import { and, inArray, isNotNull, isNull } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { bankLines } from "#app/server/database/tables.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { type BankLine, standingPayments } from "./queries.server.ts";

/** False when a line was booked meanwhile or does not exist. */
export function setAside(
  db: Db,
  by: Administrator,
  lineIds: readonly number[],
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofIds = inArray(bankLines.id, [...lineIds]);
    const lines = await tx
      .select()
      .from(bankLines)
      .where(ofIds)
      .orderBy(bankLines.id)
      .for("update");
    if (lines.length < lineIds.length || (await standingPayments(tx, lineIds)).length > 0)
      return false;
    const changed = await tx
      .update(bankLines)
      .set({ dismissedAt: now })
      .where(and(ofIds, isNull(bankLines.dismissedAt)))
      .returning();
    await recordLines(tx, by, "set aside", changed, now);
    return true;
  });
}

/** False when a line does not exist. */
export function putBack(
  db: Db,
  by: Administrator,
  lineIds: readonly number[],
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofIds = inArray(bankLines.id, [...lineIds]);
    const changed = await tx
      .update(bankLines)
      .set({ dismissedAt: null })
      .where(and(ofIds, isNotNull(bankLines.dismissedAt)))
      .returning();
    await recordLines(tx, by, "put back", changed, now);
    return (await tx.$count(bankLines, ofIds)) === lineIds.length;
  });
}

async function recordLines(
  tx: Db,
  by: Administrator,
  action: string,
  lines: readonly BankLine[],
  now: Date,
): Promise<void> {
  const [first, ...others] = lines;
  if (!first) return;
  // Not the bank's text: it may name people, and these entries are kept longer.
  const label =
    others.length > 0
      ? `lines (${lines.length})`
      : `line of ${longDay(first.day)}, ${formatMoney(first.amount)}`;
  const subject = { kind: "statement", label } as const;
  await recordActivity(tx, { actor: by.email, action, subject }, now);
}
