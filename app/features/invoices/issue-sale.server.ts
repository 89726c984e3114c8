import type { PaymentMethod } from "#app/server/database/enums.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { isReachable } from "./accounts.server.ts";
import { isGstRegistered } from "./business.server.ts";
import { dueIn } from "./due.ts";
import { gstWithin } from "./gst.ts";
import { issueInvoices, type NewInvoice } from "./issue.server.ts";
import type { BusinessDetails, Invoice } from "./model.ts";
import { recordPayment } from "./payments.server.ts";
import { recordInvoice } from "./record.server.ts";
import { queueInvoice } from "./send.server.tsx";

type Sale = Pick<NewInvoice, "buyerName" | "buyerEmail" | "title" | "lines">;

/** `delay`: seconds. `paidBy`: paid already, so the buyer gets only the receipt. */
type Issuing = { details: BusinessDetails; by: string; delay?: number; paidBy?: PaymentMethod };

/** The caller has checked `issuingRefusal`. */
export async function issueSale(
  tx: Db,
  sale: Sale,
  { details, by, delay = 0, paidBy }: Issuing,
  now: Date,
): Promise<Invoice> {
  const today = melbourneDay(now);
  const total = sale.lines.reduce((sum, { amount }) => sum + amount, 0);
  const content = {
    ...sale,
    kind: "other" as const,
    total,
    gst: (await isGstRegistered(tx, today)) ? gstWithin(total) : null,
    dueOn: dueIn(today, details.depositDays),
  };
  const [issued] = await issueInvoices(tx, [content], { details, by }, now);
  const invoice = issued!;
  const after = { total: formatMoney(total), due: invoice.dueOn };
  await recordInvoice(tx, by, "issued", invoice, now, { after });
  if (!paidBy) {
    if (isReachable(invoice)) await queueInvoice(tx, invoice, details, { delay });
    return invoice;
  }
  const payment = { invoiceId: invoice.id, paidOn: today, amount: total, method: paidBy };
  const paid = await recordPayment(tx, payment, by, now);
  if (!paid.ok) throw new Error(`A new invoice was not paid: ${paid.reason}.`);
  return paid.account;
}
