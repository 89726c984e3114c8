import { sql } from "drizzle-orm";
import { randomBytes } from "node:crypto";
import type { Db } from "#app/server/database/db.server.ts";
import type { DocumentKind } from "#app/server/database/enums.ts";
import { documentCounters, salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { BusinessDetails, Invoice } from "./model.ts";
import { planIssuedReminders } from "./reminder-plans.server.ts";

/** `gst`: null when not registered. */
export type NewInvoice = Pick<
  typeof salesInvoices.$inferInsert,
  | "kind"
  | "quoteId"
  | "amebBookingId"
  | "creditsId"
  | "replacesId"
  | "buyerName"
  | "buyerEmail"
  | "buyerAbn"
  | "buyerAddress"
  | "purchaseOrder"
  | "copyEmail"
  | "title"
  | "lines"
  | "total"
  | "note"
> & { gst: number | null; dueOn: string | null };

/** Call it late: the counter's row stays locked to the end, so that a rollback uses no number. */
export async function issueInvoices(
  tx: Db,
  drafts: readonly NewInvoice[],
  { details, by }: { details: BusinessDetails; by: string },
  now: Date,
): Promise<Invoice[]> {
  if (drafts.length === 0) return [];
  const kind: DocumentKind = drafts[0]!.kind === "credit-note" ? "credit-note" : "invoice";
  const last = await takeNumbers(tx, kind, drafts.length);
  const { legalName, tradingName, abn, postalAddress } = details;
  const rows = drafts.map((draft, index) => {
    const number = documentNumber(kind, last - drafts.length + 1 + index, details.invoicePrefix);
    return {
      ...draft,
      ...identifiersOf(number),
      seller: { legalName, tradingName, abn, postalAddress },
      issuedOn: melbourneDay(now),
      issuedAt: now,
      createdAt: now,
      createdBy: by,
    };
  });
  const issued = await tx.insert(salesInvoices).values(rows).returning();
  if (details.invoicing) await planIssuedReminders(tx, issued, now);
  return issued;
}

export async function draftInvoice(
  tx: Db,
  { gst: _gst, ...draft }: NewInvoice,
  by: string,
  now: Date,
): Promise<Invoice> {
  const [invoice] = await tx
    .insert(salesInvoices)
    .values({ ...draft, createdAt: now, createdBy: by })
    .returning();
  return invoice!;
}

/** Returns the last of `count` new numbers. */
export async function takeNumbers(tx: Db, kind: DocumentKind, count: number): Promise<number> {
  const [counter] = await tx
    .insert(documentCounters)
    .values({ kind, last: count })
    .onConflictDoUpdate({
      target: documentCounters.kind,
      set: { last: sql`${documentCounters.last} + ${count}` },
    })
    .returning({ last: documentCounters.last });
  return counter!.last;
}

/** `INV-0001`; credit notes have their own counter. */
export function documentNumber(kind: DocumentKind, count: number, prefix: string): string {
  return `${kind === "credit-note" ? "CN-" : prefix}${String(count).padStart(4, "0")}`;
}

/** The payer's reference, and a link with 128 random bits. */
export function identifiersOf(number: string) {
  return {
    number,
    reference: number.toUpperCase().replaceAll(/[^A-Z0-9]/g, ""),
    slug: randomBytes(16).toString("base64url"),
  };
}
