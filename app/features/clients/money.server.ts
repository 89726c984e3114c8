import { desc, eq, getTableColumns, sql } from "drizzle-orm";
import type { Invoice } from "#app/features/invoices/model.ts";
import { type Payment, paymentMethodLabels } from "#app/features/invoices/payments.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { type Day, withShortDays } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { HistoryEntry } from "./queries.server.ts";

const ofBuyer = (email: string) => sql`lower("buyer_email") = ${email.toLowerCase()}`;

const maxRecords = 200;

export async function findMoney(db: Db, email: string) {
  const invoices = await db
    .select()
    .from(salesInvoices)
    .where(ofBuyer(email))
    .orderBy(desc(salesInvoices.createdAt))
    .limit(maxRecords);
  const paid = await db
    .select({ ...getTableColumns(payments), number: salesInvoices.number })
    .from(payments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, payments.salesInvoiceId))
    .where(ofBuyer(email))
    .orderBy(desc(payments.id))
    .limit(maxRecords);
  return { invoices, payments: paid };
}

export function invoiceEntries(invoice: Invoice, today: Day): HistoryEntry[] {
  const { id, number, kind, title, total, issuedAt, voidedAt, voidReason } = invoice;
  if (!issuedAt) return [];
  const name = `${kind === "credit-note" ? "Credit note" : "Invoice"} ${number}`;
  const text = [formatMoney(total), title && withShortDays(title, today)]
    .filter(Boolean)
    .join(", ");
  const issued = { kind: "invoice", id, at: issuedAt, title: `${name} issued`, text } as const;
  if (!voidedAt) return [issued];
  return [issued, { ...issued, at: voidedAt, title: `${name} voided`, text: voidReason ?? "" }];
}

export function paymentEntry(payment: Payment & { number: string | null }): HistoryEntry {
  const { salesInvoiceId, at, amount, method, number, reversesId, reason } = payment;
  const sum = formatMoney(Math.abs(amount));
  const what = reversesId ? "Undone:" : amount < 0 ? "Refunded" : "Paid";
  return {
    kind: "invoice",
    id: salesInvoiceId,
    at,
    title: `${what} ${sum}`,
    text: [`${number}, ${paymentMethodLabels[method]}`, reason].filter(Boolean).join(": "),
  };
}
