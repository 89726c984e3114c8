import { recordActivities } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { Invoice } from "./model.ts";

type Recorded = Pick<Invoice, "id" | "number" | "buyerName">;
type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> };

type InvoiceEvent = { action: string; invoice: Recorded } & Change;

/** @param action a verb before the invoice, such as `recorded a payment for` */
export function recordInvoice(
  tx: Db,
  actor: string,
  action: string,
  invoice: Recorded,
  now: Date,
  change: Change = {},
): Promise<void> {
  return recordInvoices(tx, actor, [{ action, invoice, ...change }], now);
}

export function recordInvoices(
  tx: Db,
  actor: string,
  events: readonly InvoiceEvent[],
  now: Date,
): Promise<void> {
  const entries = events.map(({ action, invoice: { id, number, buyerName }, ...change }) => {
    const label = [number ?? "Draft", buyerName].filter(Boolean).join(", ");
    return { actor, action, subject: { kind: "invoice", id, label } as const, ...change };
  });
  return recordActivities(tx, entries, now);
}
