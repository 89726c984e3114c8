import { eq, type SQL } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { type Quote, quoteState } from "./model.ts";

/*
 * The one guard of every change: its row is locked until the transaction ends, and what was locked
 * must still be what the person saw.
 */

/**
 * Why a client's answer is refused. `stale`: the quote has changed since the client opened it,
 * `unsettled`: its record names two prices, `accepted`: by someone else, or with another selection.
 */
export type QuoteRefusal =
  | "accepted"
  | "unsettled"
  | "rejected"
  | "declined"
  | "withdrawn"
  | "cancelled"
  | "expired"
  | "stale";

/** `already`: the same client had accepted the same selection before. */
export type ClientResult =
  | { ok: true; quote: Quote; already?: true }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: QuoteRefusal; quote: Quote };

/**
 * `decided`: the quote has left the state, or the version, that the owner saw. `paid`: so much money is
 * on its invoices.
 */
export type AdminResult =
  | { ok: true; quote: Quote }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "decided" | "unsettled"; quote: Quote }
  | { ok: false; reason: "paid"; quote: Quote; paid: Cents };

export function lockQuote(tx: Db, id: string): Promise<Quote | undefined> {
  return lockWhere(tx, eq(quotes.id, id));
}

export async function lockQuoteByLink(tx: Db, slug: string): Promise<Quote | undefined> {
  const behindLink = eq(quotes.slug, slug);
  // While this waited for a lock, the link may have passed to another version: look again.
  return (await lockWhere(tx, behindLink)) ?? lockWhere(tx, behindLink);
}

async function lockWhere(tx: Db, condition: SQL): Promise<Quote | undefined> {
  // Not FOR UPDATE, for which everyone waits who only writes a row that names the quote: who credits or
  // emails one of its invoices holds that invoice's lock, which an acceptance may want next.
  const [quote] = await tx.select().from(quotes).where(condition).for("no key update");
  return quote;
}

export async function updateQuote(
  tx: Db,
  id: string,
  change: Partial<typeof quotes.$inferInsert>,
): Promise<Quote> {
  const [quote] = await tx.update(quotes).set(change).where(eq(quotes.id, id)).returning();
  return quote!;
}

/** Why a quote that is not accepted cannot be answered by a client who saw `seenVersion`. */
export function refusalOf(quote: Quote, seenVersion: number, now: Date): QuoteRefusal | null {
  const state = quoteState(quote, now);
  if (state === "pending") return seenVersion === quote.version ? null : "stale";
  if (state === "declined" || state === "withdrawn" || state === "cancelled") return state;
  return state === "expired" ? state : "rejected";
}
