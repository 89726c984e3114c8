import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quoteEvents } from "#app/server/database/tables.server.ts";
import { type AdminResult, lockQuote, updateQuote } from "./guard.server.ts";
import { returnLink } from "./link.server.ts";
import { isUndecided, type Quote } from "./model.ts";
import { replanQuoteReminders } from "./reminders.server.ts";

export function withdrawQuote(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<AdminResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (!isUndecided(quote)) return { ok: false, reason: "decided", quote };
    return { ok: true, quote: await withdrawLocked(tx, by, quote, now) };
  });
}

/** The caller has locked the quote, and seen that it is undecided. */
export async function withdrawLocked(
  tx: Db,
  by: Administrator,
  { id, draft }: Quote,
  now: Date,
): Promise<Quote> {
  const withdrawal = { rejectedAt: now, closedAs: "withdrawn", draft: false } as const;
  const withdrawn = await updateQuote(tx, id, withdrawal);
  await tx.insert(quoteEvents).values({
    quoteId: id,
    kind: "withdrawn",
    actor: by.email,
    at: now,
    data: draft ? { draft: true } : {},
  });
  await returnLink(tx, withdrawn);
  await replanQuoteReminders(tx, withdrawn, now);
  return withdrawn;
}
