import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { type Day, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { isGstRegistered } from "./business.server.ts";
import { gstFreeOf, gstOfRest, gstWithin } from "./gst.ts";
import { documentNumber, identifiersOf, takeNumbers } from "./issue.server.ts";
import type { BusinessDetails, Invoice } from "./model.ts";
import { planIssuedReminders } from "./reminder-plans.server.ts";

/** The caller has locked the row. */
export async function issueDraft(
  tx: Db,
  draft: Invoice,
  dueOn: Day,
  details: BusinessDetails,
  now: Date,
): Promise<Invoice> {
  const issuedOn = melbourneDay(now);
  const gst = await gstIfIssued(tx, draft, issuedOn);
  const { legalName, tradingName, abn, postalAddress } = details;
  const number = documentNumber(
    "invoice",
    await takeNumbers(tx, "invoice", 1),
    details.invoicePrefix,
  );
  const [issued] = await tx
    .update(salesInvoices)
    .set({
      ...identifiersOf(number),
      seller: { legalName, tradingName, abn, postalAddress },
      gst,
      issuedOn,
      issuedAt: now,
      dueOn,
    })
    .where(eq(salesInvoices.id, draft.id))
    .returning();
  if (details.invoicing) await planIssuedReminders(tx, [issued!], now);
  return issued!;
}

/** Null without a registration on that day. */
export async function gstIfIssued(db: Db, draft: Invoice, day: Day): Promise<Cents | null> {
  return (await isGstRegistered(db, day)) ? gstOf(db, draft) : null;
}

/** A balance carries the total's GST less the deposit's, so that the two add up. */
export async function gstOf(tx: Db, { kind, quoteId, total, lines }: Invoice): Promise<Cents> {
  if (kind !== "balance" || !quoteId) return gstWithin(total - gstFreeOf(lines));
  const [deposit] = await tx
    .select({ total: salesInvoices.total })
    .from(salesInvoices)
    .where(
      and(
        eq(salesInvoices.quoteId, quoteId),
        eq(salesInvoices.kind, "deposit"),
        isNotNull(salesInvoices.gst),
        isNull(salesInvoices.voidedAt),
      ),
    );
  return deposit ? gstOfRest(deposit.total + total, deposit.total) : gstWithin(total);
}
