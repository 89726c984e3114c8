import { href } from "react-router";
import { and, eq, isNull, sum } from "drizzle-orm";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  Amounts,
  type EmailAmount,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-parts.tsx";
import { type NewEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { type InvoiceAccount, restOf } from "./model.ts";
import { type Payment, paymentMethodLabels } from "./payments.ts";

/** Tells the clients that their invoices are paid; nobody where one has no address. */
export async function queueReceipts(
  tx: Db,
  paid: readonly { account: InvoiceAccount; payment: Payment }[],
): Promise<void> {
  const receipts: NewEmail[] = [];
  for (const { account, payment } of paid)
    if (account.buyerEmail) receipts.push(await receiptOf(tx, account, payment));
  const [first, ...others] = receipts;
  if (first) await queueEmails(tx, first, ...others);
}

async function receiptOf(tx: Db, account: InvoiceAccount, payment: Payment): Promise<NewEmail> {
  return {
    kind: "payment-receipt",
    recipient: account.buyerEmail,
    replyTo: ownerEmail(),
    subject: `Receipt for invoice ${account.number}`,
    body: <Receipt account={account} payment={payment} gst={await gstPaid(tx, account)} />,
    salesInvoiceId: account.id,
  };
}

/** The invoice's GST less that of its credit notes; null for an invoice without. */
async function gstPaid(tx: Db, { id, gst, credited }: InvoiceAccount): Promise<Cents | null> {
  if (gst === null || credited === 0) return gst;
  const credits = and(eq(salesInvoices.creditsId, id), isNull(salesInvoices.voidedAt));
  const [found] = await tx
    .select({ gst: sum(salesInvoices.gst) })
    .from(salesInvoices)
    .where(credits);
  return gst - Number(found?.gst ?? 0);
}

type ReceiptProps = { account: InvoiceAccount; payment: Payment; gst: Cents | null };

function Receipt({ account, payment, gst }: ReceiptProps) {
  const over = -restOf(account);
  const amount = formatMoney(payment.amount);
  return (
    <EmailLayout preview={`${amount} received, thank you`} signed>
      <Heading>Receipt</Heading>
      <Text>{account.buyerName ? `Hi ${firstNameOf(account.buyerName)},` : "Hello,"}</Text>
      <Text>Thank you! Your payment of {amount} has arrived.</Text>
      <Facts facts={factsOf(account, payment)} />
      <Amounts amounts={amountsOf(account, payment, gst)} />
      <Text>
        {over > 0
          ? `That's ${formatMoney(over)} more than the invoice asked for. Just reply and tell me \
where to send it back.`
          : `That's invoice ${account.number} paid in full.`}
      </Text>
      {account.slug && (
        <Action href={absoluteUrl(href("/invoices/:slug", { slug: account.slug }))}>
          View your invoice
        </Action>
      )}
    </EmailLayout>
  );
}

function factsOf({ number, title }: InvoiceAccount, payment: Payment): EmailFact[] {
  return [
    ["Invoice", [number, title].filter(Boolean).join("\n")],
    ["Received on", longDay(payment.paidOn)],
    ["Paid by", paymentMethodLabels[payment.method]],
  ];
}

function amountsOf(
  { total, credited, paid }: InvoiceAccount,
  payment: Payment,
  gst: Cents | null,
): EmailAmount[] {
  const earlier = paid - payment.amount;
  const over = paid - (total - credited);
  const row = (label: string, amount: Cents) => ({ label, amount: formatMoney(amount) });
  return [
    { ...row("Amount received", payment.amount), strong: true },
    ...(earlier === 0 ? [] : [row("Received before", earlier)]),
    ...(earlier === 0 && over === 0 ? [] : [row("Invoice total", total - credited)]),
    ...(gst === null ? [] : [row("GST included", gst)]),
    ...(over > 0 ? [row("Overpaid by", over)] : []),
  ];
}
