import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { quoteEvents, quotes } from "#app/server/database/tables.server.ts";
import type { Cents } from "#app/values/money.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import { type Quote, quoteState, toPublicQuote, agreementOf } from "./model.ts";
import { createHash } from "node:crypto";

/* Every change locks its row to the end, and what was locked must be what the person saw. */

/** `stale`: changed since opened; `unsettled`: two prices; `accepted`: by another or with another selection. */
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

/** `decided`: not the state or version that the owner saw. `paid`: money on its invoices. */
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
  // During the wait for the lock the link may have passed to another version: look again.
  return (await lockWhere(tx, behindLink)) ?? lockWhere(tx, behindLink);
}

async function lockWhere(tx: Db, condition: SQL): Promise<Quote | undefined> {
  // FOR UPDATE would block inserts that reference this quote: a transaction that credits or emails
  // one of its invoices holds that invoice's lock, which an acceptance may want next.
  const [quote] = await tx.select().from(quotes).where(condition).for("no key update");
  return quote;
}

/** The version that is to replace an accepted quote: a draft, or sent. */
export async function findNextVersion(db: Db, id: string): Promise<Quote | undefined> {
  const isNext = and(eq(quotes.replacesId, id), isNull(quotes.rejectedAt));
  const [next] = await db.select().from(quotes).where(isNext);
  return next;
}

export async function updateQuote(tx: Db, id: string, change: Partial<typeof quotes.$inferInsert>) {
  const [quote] = await tx.update(quotes).set(change).where(eq(quotes.id, id)).returning();
  return quote!;
}

type EventKind = typeof quoteEvents.$inferSelect.kind;

/** `actor`: `client`, or the administrator's email address. */
export async function recordEvent(
  tx: Db,
  quoteId: string,
  kind: EventKind,
  actor: string,
  at: Date,
  data: Record<string, unknown> = {},
): Promise<void> {
  await tx.insert(quoteEvents).values({ quoteId, kind, actor, at, data });
}

export async function lastEvent(db: Db, quoteId: string, ...kinds: EventKind[]) {
  const [event] = await db
    .select()
    .from(quoteEvents)
    .where(and(eq(quoteEvents.quoteId, quoteId), inArray(quoteEvents.kind, kinds)))
    .orderBy(desc(quoteEvents.id))
    .limit(1);
  return event;
}

/** For a quote that is not accepted; null when the client can answer it. */
export function refusalOf(quote: Quote, seenVersion: number, now: Date): QuoteRefusal | null {
  const state = quoteState(quote, now);
  if (state === "pending") return seenVersion === quote.version ? null : "stale";
  if (state === "declined" || state === "withdrawn" || state === "cancelled") return state;
  return state === "expired" ? state : "rejected";
}

/* A new version takes the link when sent; rejected, declined or withdrawn, it gives it back. */

/** Keeps the link, or takes the replaced version's or a new one; returns the slug. */
export async function takeLink(tx: Db, quote: Quote): Promise<string> {
  const slug = quote.slug ?? (await releaseLink(tx, quote.replacesId)) ?? newToken();
  await tx.update(quotes).set({ slug }).where(eq(quotes.id, quote.id));
  return slug;
}

export async function returnLink(tx: Db, { id, replacesId }: Quote): Promise<void> {
  if (!replacesId) return;
  const slug = await releaseLink(tx, id);
  if (slug) await tx.update(quotes).set({ slug }).where(eq(quotes.id, replacesId));
}

/** A slug is unique, so one row gives it up before another takes it. */
async function releaseLink(tx: Db, id: string | null): Promise<string | null> {
  if (!id) return null;
  const [row] = await tx
    .select({ slug: quotes.slug })
    .from(quotes)
    .where(eq(quotes.id, id))
    .for("update");
  if (row?.slug) await tx.update(quotes).set({ slug: null }).where(eq(quotes.id, id));
  return row?.slug ?? null;
}

/* The exact words and figures accepted, as text in the acceptance event, with their SHA-256. */

type Snapshot = { snapshot: string; sha256: string };

/** `acceptedBy` names the client or the administrator. */
export function acceptanceRecord(
  quote: Quote,
  acceptedBy: Record<string, string>,
  acceptedAt: Date,
): Snapshot {
  return takeSnapshot({
    quote: quote.id,
    ...agreementOf(toPublicQuote(quote, acceptedAt)),
    acceptedBy,
    acceptedAt: acceptedAt.toISOString(),
  });
}

/** Sorted keys and no blanks: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function takeSnapshot(value: unknown): Snapshot {
  const snapshot = canonicalJson(value);
  return { snapshot, sha256: hash(snapshot) };
}

/** False without a snapshot. */
export function isUnaltered(data: Record<string, unknown>): boolean {
  return typeof data.snapshot === "string" && hash(data.snapshot) === data.sha256;
}

const hash = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
