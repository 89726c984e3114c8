import { and, eq, inArray, notInArray } from "drizzle-orm";
import type { EmailKind } from "#app/features/email/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Amounts,
  type EmailAmount,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-parts.tsx";
import { expireEmails, type NewEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, payments } from "#app/server/database/tables.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { documentInSentence, documentName } from "#app/features/invoices/document-texts.ts";
import { gstLeftOn } from "#app/features/invoices/issue.server.ts";
import {
  askedOf,
  greetedAs,
  type Invoice,
  isRefundOpen,
  restOf,
  isReported,
  type Payment,
  paymentMethodLabels,
} from "#app/features/invoices/model.ts";
import {
  InvoiceAction,
  moneyRow,
  renewInvoiceEmail,
  toBuyer,
} from "#app/features/invoices/emails.server.tsx";

/** Seconds in which the owner can undo a booking; nobody undoes card reports. */
const secondThoughts = 600;

/** Sends nothing to an invoice without an email address. */
export async function queueReceipts(
  tx: Db,
  paid: readonly { account: Invoice; payment: Payment }[],
  now: Date,
): Promise<void> {
  const receipts: NewEmail[] = [];
  for (const { account, payment } of paid)
    if (account.buyerEmail) receipts.push(await receiptOf(tx, account, payment, now));
  const [first, ...others] = receipts;
  if (first) await queueEmails(tx, first, ...others);
}

async function receiptOf(tx: Db, account: Invoice, payment: Payment, now: Date): Promise<NewEmail> {
  const waited = Math.floor((now.getTime() - payment.at.getTime()) / 1_000);
  return {
    kind: "payment-receipt",
    ...toBuyer(account),
    subject: `Receipt for ${documentInSentence(account)}`,
    body: <Receipt account={account} payment={payment} gst={await gstLeftOn(tx, account)} />,
    paymentId: payment.id,
    delay: isReported(payment) ? 0 : Math.max(0, secondThoughts - waited),
  };
}

const isReceipt = eq(emails.kind, "payment-receipt" satisfies EmailKind);

/** Rewrites the invoice's queued emails, which name its current state; true if its own was one. */
export async function renewEmails(tx: Db, account: Invoice, now: Date): Promise<boolean> {
  await renewReceipts(tx, account, now);
  return renewInvoiceEmail(tx, account, now);
}

async function renewReceipts(tx: Db, account: Invoice, now: Date): Promise<void> {
  const waiting = and(isReceipt, eq(emails.salesInvoiceId, account.id), eq(emails.state, "queued"));
  const kept = await expireEmails(tx, waiting, "Not sent: a newer receipt says more.", now);
  const ids = kept.flatMap(({ paymentId }) => paymentId ?? []);
  if (ids.length === 0) return;
  const paid = await tx.select().from(payments).where(inArray(payments.id, ids));
  await queueReceipts(
    tx,
    paid.map((payment) => ({ account, payment })),
    now,
  );
}

/** Cancels a queued receipt and rewrites other queued emails; withdraws a receipt that was sent. */
export async function withdrawReceipt(tx: Db, account: Invoice, undone: Payment, now: Date) {
  const own = and(isReceipt, eq(emails.paymentId, undone.id));
  await expireEmails(tx, own, "Not sent: the payment was undone.", now);
  await renewEmails(tx, account, now);
  const isOut = notInArray(emails.state, ["queued", "failed", "expired"]);
  if ((await tx.$count(emails, and(own, isOut))) === 0) return;
  await queueEmails(tx, {
    kind: "receipt-correction",
    ...toBuyer(account),
    subject: `Please disregard the receipt for ${documentInSentence(account)}`,
    body: <Correction account={account} undone={undone} />,
  });
}

function Correction({ account, undone }: { account: Invoice; undone: Payment }) {
  const named = documentInSentence(account);
  const amount = formatMoney(undone.amount);
  return (
    <EmailLayout preview={`I booked ${amount} by mistake`} signed>
      <Heading>Please disregard the receipt</Heading>
      <Greeting account={account} />
      <Text>
        Please disregard the receipt for {named} that I emailed you: I booked a payment of {amount}{" "}
        to it by mistake. Sorry for the mix-up.
      </Text>
      <Text>
        {askedOf(account) > 0
          ? `${leftToPay(account)} If you've paid it, just reply.`
          : `There's nothing ${isRefundOpen(account) ? "to pay just now" : "left to pay"} on ${named}.`}
      </Text>
      <InvoiceAction invoice={account} label="View your invoice" />
    </EmailLayout>
  );
}

function Greeting({ account }: { account: Invoice }) {
  return <Text>{account.buyerName ? `Hi ${greetedAs(account)},` : "Hello,"}</Text>;
}

function leftToPay(account: Invoice): string {
  if (isRefundOpen(account)) return "There's nothing to pay just now.";
  const due = account.dueOn ? `, due on ${longDay(account.dueOn)}` : "";
  return `${formatMoney(restOf(account))} is left to pay${due}.`;
}

type ReceiptProps = { account: Invoice; payment: Payment; gst: Cents | null };

function Receipt({ account, payment, gst }: ReceiptProps) {
  const amount = formatMoney(payment.amount);
  return (
    <EmailLayout preview={`${amount} received, thank you`} signed>
      <Heading>Receipt</Heading>
      <Greeting account={account} />
      <Text>Thank you! Your payment of {amount} has arrived.</Text>
      <Facts facts={factsOf(account, payment)} />
      <Amounts amounts={amountsOf(account, payment, gst)} />
      <Text>{standingAfter(account, payment)}</Text>
      <InvoiceAction invoice={account} label="View your invoice" />
    </EmailLayout>
  );
}

function standingAfter(account: Invoice, { amount, method }: Payment): string {
  const named = documentInSentence(account);
  const rest = restOf(account);
  if (rest > 0) return leftToPay(account);
  if (rest === 0) return `That's ${named} paid in full.`;
  const isTwice = account.paid === 2 * amount && -rest === amount;
  const surplus = isTwice
    ? `${formatMoney(amount)} has arrived twice: ${named} was paid already.`
    : `That's ${formatMoney(-rest)} more than ${named} asked for.`;
  return method === "card"
    ? `${surplus} I'll refund it to your card.`
    : `${surplus} Just reply and tell me where to send it back.`;
}

function factsOf(account: Invoice, payment: Payment): EmailFact[] {
  const { number, title } = account;
  return [
    [documentName(account), [number, title].filter(Boolean).join("\n")],
    ["Received on", longDay(payment.paidOn)],
    ["Paid by", paymentMethodLabels[payment.method]],
  ];
}

function amountsOf(account: Invoice, payment: Payment, gst: Cents | null): EmailAmount[] {
  const { total, credited, paid } = account;
  const asked = askedOf(account);
  const earlier = paid - payment.amount;
  const over = paid - (total - credited);
  return [
    { ...moneyRow("Amount received", payment.amount), strong: true },
    ...(earlier === 0
      ? []
      : [moneyRow(earlier < 0 ? "Returned" : "Other payments", Math.abs(earlier))]),
    ...(earlier === 0 && over === 0 ? [] : [moneyRow("Invoice total", total - credited)]),
    ...(gst === null || over < 0 ? [] : [moneyRow("GST included", gst)]),
    ...(over > 0 ? [moneyRow("Overpaid by", over)] : []),
    ...(asked > 0 ? [moneyRow("Left to pay", asked)] : []),
  ];
}
