import { href } from "react-router";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  Amounts,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-parts.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { type InvoiceAccount, restOf } from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";

/* What the owner hears of card payments. */

export function queueCardNotice(tx: Db, account: InvoiceAccount, amount: Cents): Promise<void> {
  const subject = `${formatMoney(amount)} by card for ${account.number}`;
  const heading = `${account.buyerName || "A client"} has paid ${formatMoney(amount)}`;
  return queueNotice(tx, account, { subject, heading, paid: amount }, [standing(account)]);
}

/** Of money for an invoice that takes none. */
export function queueRefusedNotice(tx: Db, account: InvoiceAccount, amount: Cents): Promise<void> {
  const { number, buyerName } = account;
  const subject = `Please refund ${formatMoney(amount)} for ${number}`;
  return queueNotice(tx, account, { subject, heading: `Please refund ${formatMoney(amount)}` }, [
    `${buyerName || "A client"} has paid ${formatMoney(amount)} by card for invoice ${number}, ` +
      "but that invoice was cancelled before the payment arrived.",
    "Nothing was booked. Refund the payment in Stripe, or send a new invoice and record it there.",
  ]);
}

function standing(account: InvoiceAccount): string {
  const rest = restOf(account);
  const invoice = `invoice ${account.number}`;
  if (rest > 0) return `That's a part of ${invoice}: ${formatMoney(rest)} is still to come.`;
  if (rest < 0)
    return `That's ${formatMoney(-rest)} more than was due for ${invoice}: refund it in Stripe.`;
  const receipt = account.buyerEmail ? " They've been sent a receipt." : "";
  return `That's ${invoice} paid in full.${receipt}`;
}

function queueNotice(
  tx: Db,
  account: InvoiceAccount,
  { subject, heading, paid }: { subject: string; heading: string; paid?: Cents },
  sentences: readonly string[],
): Promise<void> {
  const { id, number, title, buyerName, buyerEmail } = account;
  const facts: EmailFact[] = [
    ["Invoice", [number, title].filter(Boolean).join("\n")],
    ["Client", [buyerName, buyerEmail].filter(Boolean).join("\n")],
  ];
  return queueEmails(tx, {
    kind: "card-payment",
    recipient: ownerEmail(),
    ...(buyerEmail && { replyTo: buyerEmail }),
    subject,
    salesInvoiceId: id,
    body: (
      <EmailLayout preview={sentences[0]!}>
        <Heading>{heading}</Heading>
        {sentences.map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
        <Facts facts={facts} />
        {paid && (
          <Amounts amounts={[{ label: "Paid by card", amount: formatMoney(paid), strong: true }]} />
        )}
        <Action href={absoluteUrl(href("/admin/money/invoices/:id", { id }))}>
          Open the invoice
        </Action>
      </EmailLayout>
    ),
  });
}
