import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { Invoice } from "./model.ts";

type Change = { before?: Record<string, unknown>; after?: Record<string, unknown> };

/** @param action a verb that the invoice follows: `recorded a payment for` */
export function recordInvoice(
  tx: Db,
  actor: string,
  action: string,
  { id, number, buyerName }: Pick<Invoice, "id" | "number" | "buyerName">,
  now: Date,
  change: Change = {},
): Promise<void> {
  const label = [number ?? "Draft", buyerName].filter(Boolean).join(", ");
  return recordActivity(
    tx,
    { actor, action, subject: { kind: "invoice", id, label }, ...change },
    now,
  );
}
