import { and, eq, isNull } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices } from "#app/server/database/tables.server.ts";
import { type Quote, quoteState } from "./model.ts";

/**
 * Why a quote cannot be accepted or declined; `stale`: it has become another since the client looked,
 * `unsettled`: its record says two prices, `accepted`: somebody has accepted it, or something else of it.
 */
export type QuoteRefusal =
  | "accepted"
  | "unsettled"
  | "rejected"
  | "declined"
  | "withdrawn"
  | "expired"
  | "stale";

export type RefusedByState =
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: QuoteRefusal; quote: Quote };

/** `decided`: the quote has left the state, or the wording, that the owner saw; `unsettled`: its record says two prices. Nothing was changed. */
export type AdminOutcome =
  | { ok: true; quote: Quote }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "decided" | "unsettled"; quote: Quote };

/** Matches a row only while its client may still decide about it. */
export const open = (quote: Quote) =>
  and(
    eq(invoices.id, quote.id),
    isNull(invoices.acceptedAt),
    isNull(invoices.rejectedAt),
    eq(invoices.draft, false),
    eq(invoices.version, quote.version),
  );

export const pending = (id: string) =>
  and(eq(invoices.id, id), isNull(invoices.acceptedAt), isNull(invoices.rejectedAt));

/** What to answer when a guard matched nothing. */
export async function refused(tx: Db, id: string): Promise<AdminOutcome> {
  const [quote] = await tx.select().from(invoices).where(eq(invoices.id, id));
  return quote ? { ok: false, reason: "decided", quote } : { ok: false, reason: "not-found" };
}

/** The row behind a link, held until the transaction ends. */
export async function lockByLink(tx: Db, slug: string): Promise<Quote | undefined> {
  const find = () => tx.select().from(invoices).where(eq(invoices.slug, slug)).for("update");
  const [quote] = await find();
  // Whoever waited for a version that lost its link meanwhile has to look again for the one that took it.
  return quote ?? (await find())[0];
}

export function refusalOf(quote: Quote, seenVersion: number, now: Date): QuoteRefusal | null {
  const state = quoteState(quote, now);
  if (state === "pending") return seenVersion === quote.version ? null : "stale";
  return state === "declined" || state === "withdrawn" || state === "expired" ? state : "rejected";
}
