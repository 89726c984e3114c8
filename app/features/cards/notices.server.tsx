import { href } from "react-router";
import type Stripe from "stripe";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  Amounts,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-parts.tsx";
import { queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { type Invoice, isRefundOpen, restOf } from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";

export function queueCardNotice(tx: Db, account: Invoice, amount: Cents): Promise<void> {
  const subject = `${formatMoney(amount)} by card for ${account.number}`;
  const heading = `${account.buyerName || "A client"} has paid ${formatMoney(amount)}`;
  return queueNotice(tx, account, { subject, heading, paid: amount }, [standing(account)]);
}

/** For an invoice that takes no payment. */
export function queueRefusedNotice(tx: Db, account: Invoice, amount: Cents): Promise<void> {
  const { number, buyerName } = account;
  const subject = `Please refund ${formatMoney(amount)} for ${number}`;
  return queueNotice(tx, account, { subject, heading: `Please refund ${formatMoney(amount)}` }, [
    `${buyerName || "A client"} has paid ${formatMoney(amount)} by card for invoice ${number}, ` +
      "but that invoice was cancelled before the payment arrived.",
    "Nothing was booked. Refund the payment in Stripe, or send a new invoice and record it there.",
  ]);
}

export function queueUnbookedRefundNotice(
  tx: Db,
  account: Invoice,
  amount: Cents,
  isFailed: boolean,
): Promise<void> {
  const { number, buyerName } = account;
  const money = formatMoney(amount);
  const heading = isFailed
    ? `A refund of ${money} has failed`
    : `A refund of ${money} isn't booked`;
  const of = `${buyerName || "a client"} for invoice ${number}`;
  const happened = isFailed
    ? `Stripe couldn't send ${money} back to ${of}: you have it again.`
    : `${money} went back by card to ${of}.`;
  return queueNotice(tx, account, { subject: `${heading} for ${number}`, heading }, [
    happened,
    unbooked(account, isFailed),
  ]);
}

export type DisputeStep = "created" | "funds_withdrawn" | "funds_reinstated" | "closed";

type DisputeNews = {
  step: DisputeStep;
  dispute: Pick<Stripe.Dispute, "amount" | "reason" | "status">;
  answerBy: Date | null;
  /** Whether the moved money is on the invoice. */
  booked: boolean;
};

export function queueDisputeNotice(tx: Db, account: Invoice, news: DisputeNews) {
  const { subject: heading, sentences } = disputeSentences(account, news);
  const subject = `${heading} for ${account.number}`;
  return queueNotice(tx, account, { subject, heading }, sentences);
}

function disputeSentences(account: Invoice, news: DisputeNews) {
  const { number, buyerName } = account;
  const { step, dispute, answerBy, booked } = news;
  const amount = formatMoney(dispute.amount);
  const of = `${amount} that ${buyerName || "a client"} paid by card for invoice ${number}`;
  switch (step) {
    case "created": {
      const by = answerBy ? ` by ${longDay(melbourneDay(answerBy))}` : "";
      return dispute.status.startsWith("warning")
        ? {
            subject: `The bank asks about ${amount}`,
            sentences: [
              `The client's bank asks about the ${of}. Reason given: ${reasonOf(dispute)}.`,
              `No money has moved. Answer in Stripe${by}, so that it doesn't become a dispute.`,
            ],
          }
        : {
            subject: `Dispute over ${amount}`,
            sentences: [
              `The client's bank disputes the ${of}. Reason given: ${reasonOf(dispute)}.`,
              `Answer in Stripe${by}: without an answer the money is lost.`,
            ],
          };
    }
    case "funds_withdrawn":
      return {
        subject: `Stripe has taken back ${amount}`,
        sentences: [
          `Because of the dispute, Stripe has taken back the ${of}.`,
          booked
            ? "It's booked as sent back, and the client isn't asked for it until you say so."
            : unbooked(account, false),
        ],
      };
    case "funds_reinstated":
      return {
        subject: `Stripe has returned ${amount}`,
        sentences: [
          `The dispute is settled, and you have the ${of} again.`,
          booked ? "The payment counts again." : unbooked(account, true),
        ],
      };
    case "closed":
      return dispute.status === "lost"
        ? {
            subject: `Dispute lost: ${amount}`,
            sentences: [
              `The bank has decided against you about the ${of}.`,
              "On the invoice, say whether it's to be paid again or credited.",
            ],
          }
        : {
            subject: `Dispute over: ${amount}`,
            sentences: [`The dispute over the ${of} is closed, and the money is yours.`],
          };
  }
}

function unbooked({ voidedAt }: Invoice, isBack: boolean): string {
  if (!voidedAt) return "It isn't booked: the invoice has less than that on it.";
  const next = " Refund it in Stripe, or send a new invoice and record it there.";
  return `It isn't booked: the invoice is void.${isBack ? next : ""}`;
}

const reasonOf = ({ reason }: Pick<Stripe.Dispute, "reason">) => reason.replaceAll("_", " ");

function standing(account: Invoice): string {
  const rest = restOf(account);
  const invoice = `invoice ${account.number}`;
  if (isRefundOpen(account))
    return `On ${invoice}, please say what the refund was for: nothing is asked until you do.`;
  if (rest > 0) return `That's a part of ${invoice}: ${formatMoney(rest)} is still to come.`;
  if (rest < 0)
    return `That's ${formatMoney(-rest)} more than was due for ${invoice}: refund it in Stripe.`;
  const receipt = account.buyerEmail ? " They've been sent a receipt." : "";
  return `That's ${invoice} paid in full.${receipt}`;
}

function queueNotice(
  tx: Db,
  account: Invoice,
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
