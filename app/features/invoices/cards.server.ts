import { inArray } from "drizzle-orm";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { cardPages } from "#app/server/database/tables.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";

export function takesCards(
  { STRIPE_SECRET_KEY }: Pick<Settings, "STRIPE_SECRET_KEY"> = getSettings(),
): boolean {
  return STRIPE_SECRET_KEY !== undefined;
}

export const payLabel = (byCard = takesCards()) =>
  byCard ? "View and pay your invoice" : "View your invoice";

/** Ends open Stripe pages whose amount is no longer the one to pay. */
export async function endCardPages(tx: Db, invoiceIds: readonly string[], now: Date) {
  const ofInvoices = inArray(cardPages.salesInvoiceId, [...invoiceIds]);
  const pages = await tx.delete(cardPages).where(ofInvoices).returning();
  const open = pages.filter(({ expiresAt }) => expiresAt > now);
  if (open.length === 0) return;
  await enqueue(
    tx,
    "card-pages",
    open.map(({ id: sessionId }) => ({ sessionId })),
  );
}
