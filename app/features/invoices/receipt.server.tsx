import { href } from "react-router";
import { and, eq, isNull, sum } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import {
  Action,
  EmailLayout,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-layout.tsx";
import { type NewEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
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
    <EmailLayout preview={`${amount} received, thank you`}>
      <Heading>Receipt</Heading>
      <Text>{account.buyerName ? `Dear ${account.buyerName},` : "Hello,"}</Text>
      <Text>Thank you! Your payment of {amount} has arrived.</Text>
      <Facts facts={factsOf(account, payment, gst)} />
      <Text>
        {over > 0
          ? `That's ${formatMoney(over)} more than the invoice asked for. Just reply and tell me \
where to send it back.`
          : `Invoice ${account.number} is paid in full, and there's nothing left to pay.`}
      </Text>
      {account.slug && (
        <Action href={absoluteUrl(href("/invoices/:slug", { slug: account.slug }))}>
          View your invoice
        </Action>
      )}
      <Text>{content().site.person}</Text>
    </EmailLayout>
  );
}

function factsOf(account: InvoiceAccount, payment: Payment, gst: Cents | null): EmailFact[] {
  const { number, title, total, credited, paid } = account;
  const earlier = paid - payment.amount;
  const facts: (readonly [string, string | false])[] = [
    ["Invoice", [number, title].filter(Boolean).join(", ")],
    ["Received on", longDay(payment.paidOn)],
    ["Paid by", paymentMethodLabels[payment.method]],
    ["Amount received", formatMoney(payment.amount)],
    ["Received before", earlier !== 0 && formatMoney(earlier)],
    ["Invoice total", formatMoney(total - credited)],
    ["GST included", gst !== null && formatMoney(gst)],
    ["Left to pay", formatMoney(0)],
    ["Overpaid by", paid > total - credited && formatMoney(paid - total + credited)],
  ];
  return facts.filter((fact): fact is EmailFact => fact[1] !== false);
}
