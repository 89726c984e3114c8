import { href } from "react-router";
import { and, eq, inArray, notInArray, or } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  Amounts,
  type EmailAmount,
  Heading,
  Subheading,
  Text,
  Facts,
} from "#app/features/email/email-parts.tsx";
import {
  delayOf,
  expireEmails,
  queueEmails,
  ownerEmail,
} from "#app/features/email/outbox.server.ts";
import { isRecorded, recordSubmission } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { confirmationKinds, ownerKinds } from "#app/features/email/model.ts";
import { emailAttachments, emails } from "#app/server/database/tables.server.ts";
import { findAccount, isReachable, lockAccount } from "./queries.server.ts";
import { getBusinessDetails, payLabel } from "#app/features/business/queries.server.ts";
import { isInvoiceEmail } from "./issue.server.ts";
import { documentLines, namedDocument, documentInSentence, howToPay } from "./document-texts.ts";
import { askedOf, greetedAs, type Invoice, isRefundOpen, restOf } from "./model.ts";
import type { BusinessDetails } from "#app/features/business/model.ts";
import { isEmailOf, recordInvoice } from "./history.server.ts";
import {
  haveDetailsChanged,
  haveWaysChanged,
  newWaysSentence,
  WaysToPay,
} from "./acceptance-email.server.tsx";

export const toBuyer = ({ id, buyerEmail }: Invoice) => ({
  recipient: buyerEmail,
  replyTo: ownerEmail(),
  salesInvoiceId: id,
});

export async function queueInvoice(
  tx: Db,
  invoice: Invoice,
  details: BusinessDetails,
  delay = 0,
): Promise<void> {
  await queueEmails(tx, {
    kind: "invoice",
    delay,
    ...toBuyer(invoice),
    subject: `${namedDocument(invoice)}: ${invoice.title}`,
    body: (
      <InvoiceEmail
        invoice={invoice}
        details={details}
        intro={await introOf(tx, invoice, details)}
        hasNewWays={await haveWaysChanged(tx, invoice.id, details)}
      />
    ),
    ways: details,
    quoteId: invoice.quoteId,
    amebBookingId: invoice.amebBookingId,
    attachments: [invoice.id],
  });
}

async function introOf(tx: Db, invoice: Invoice, details: BusinessDetails): Promise<string> {
  const settled = askedOf(invoice) > 0 ? null : askedFor(invoice);
  const sentence = settled && `${settled.charAt(0).toUpperCase()}${settled.slice(1)}.`;
  const joined = (...sentences: (string | null)[]) =>
    [...sentences, "A PDF of it is attached."].filter(Boolean).join(" ");
  if (await haveDetailsChanged(tx, invoice, details))
    return joined(
      "Here's your invoice again, updated: please use it in place of the earlier one.",
      "Its number and amount are the same.",
      sentence,
    );
  const { replacesId, paid } = invoice;
  if (!replacesId || (await wasSent(tx, invoice.id)) || !(await wasSent(tx, replacesId)))
    return joined(`Here's your invoice${settled ? `: ${settled}` : ""}.`);
  const { number } = (await findAccount(tx, replacesId))!;
  return joined(
    `Here's a tax invoice in place of invoice ${number}, which is cancelled.`,
    "The price is the same; it now shows the GST in it.",
    paid > 0 ? "What you've paid counts for this one." : null,
    sentence,
  );
}

/** Went out, or is about to. */
async function wasSent(tx: Db, id: string): Promise<boolean> {
  const [sent] = await tx
    .select({ id: emails.id })
    .from(emailAttachments)
    .innerJoin(emails, eq(emails.id, emailAttachments.emailId))
    .where(
      and(eq(emailAttachments.salesInvoiceId, id), notInArray(emails.state, ["failed", "expired"])),
    )
    .limit(1);
  return sent !== undefined;
}

/** Rewrites a queued email, unless all of the invoice was credited; false if none is queued now. */
export async function renewInvoiceEmail(tx: Db, invoice: Invoice, now: Date): Promise<boolean> {
  const waiting = isInvoiceEmail(invoice.id);
  const kept = await expireEmails(tx, waiting, "Not sent: the invoice has changed since.", now);
  if (kept.length === 0 || (restOf(invoice) <= 0 && invoice.paid <= 0)) return false;
  const ids = kept.map(({ id }) => id);
  await queueInvoice(tx, invoice, await getBusinessDetails(tx), await delayOf(tx, ids));
  return true;
}

type InvoiceEmailProps = {
  invoice: Invoice;
  details: BusinessDetails;
  intro: string;
  hasNewWays: boolean;
};

function InvoiceEmail({ invoice, details, intro, hasNewWays }: InvoiceEmailProps) {
  const { title, lines } = invoice;
  const asked = askedFor(invoice);
  const facts = howToPay(details, invoice);
  return (
    <EmailLayout preview={asked} signed>
      <Heading>{namedDocument(invoice)}</Heading>
      <Text>Hi {greetedAs(invoice)},</Text>
      <Text>{intro}</Text>
      {title && !lines.some(({ text }) => text.includes(title)) && <Subheading>{title}</Subheading>}
      <Amounts amounts={invoiceAmounts(invoice)} />
      {facts.length > 0 && (
        <>
          <Subheading>How to pay</Subheading>
          {hasNewWays && <Text>{newWaysSentence}</Text>}
          <WaysToPay facts={facts} />
          <Text>I'll email you a receipt once your payment is here.</Text>
        </>
      )}
      <Text>If anything looks wrong or you have a question, just reply.</Text>
      <InvoiceAction invoice={invoice} />
    </EmailLayout>
  );
}

function invoiceAmounts(invoice: Invoice): EmailAmount[] {
  const { total, gst, paid, credited, dueOn } = invoice;
  const isReduced = credited > 0 || paid > 0;
  const due = dueOn && askedOf(invoice) > 0 ? [{ label: `Due on ${longDay(dueOn)}` }] : [];
  return [
    ...documentLines(invoice).map(({ text, amount }) => moneyRow(text, amount)),
    { ...moneyRow("Total", total), strong: true },
    ...(isReduced ? [] : due),
    ...(gst === null ? [] : [moneyRow("Total includes GST", gst)]),
    ...(credited > 0 ? [moneyRow("Taken off", -credited)] : []),
    ...(paid > 0 ? [moneyRow("Already paid", -paid)] : []),
    ...(isReduced ? [moneyRow("Left to pay", askedOf(invoice)), ...due] : []),
  ];
}

export const moneyRow = (label: string, amount: Cents) => ({ label, amount: formatMoney(amount) });

/** `A$775.00, due on Saturday, 28 November 2026`. */
function askedFor(invoice: Invoice): string {
  const asked = askedOf(invoice);
  if (isRefundOpen(invoice)) return "there's nothing to pay just now";
  if (asked === 0) return "there's nothing left to pay";
  const left = asked < invoice.total ? " left to pay" : "";
  const due = invoice.dueOn ? `, due on ${longDay(invoice.dueOn)}` : "";
  return `${formatMoney(asked)}${left}${due}`;
}

/** `closed`: void, no public page, or an unexplained refund. `address`: no email address. */
type SendingResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "closed" | "address"; invoice: Invoice };

/** Once for each `key` of a rendered form. */
export function sendInvoice(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
  key = "",
): Promise<SendingResult> {
  const form = `email of invoice by ${by.userId}`;
  const identity = { form, kind: "page", key, content: { id } } as const;
  return db.transaction(async (tx) => {
    const invoice = await lockAccount(tx, id);
    if (!invoice) return { ok: false, reason: "not-found" };
    if (await isRecorded(tx, identity, now)) return { ok: true, invoice };
    if (!invoice.slug || invoice.voidedAt || isRefundOpen(invoice))
      return { ok: false, reason: "closed", invoice };
    if (!isReachable(invoice)) return { ok: false, reason: "address", invoice };
    if (key) await recordSubmission(tx, identity, now);
    const corrected = invoice.creditsId && (await findAccount(tx, invoice.creditsId));
    if (corrected) await queueCreditNote(tx, invoice, corrected);
    else await queueInvoice(tx, invoice, await getBusinessDetails(tx));
    await recordInvoice(tx, by.email, "emailed", invoice, now, {
      after: { to: invoice.buyerEmail },
    });
    return { ok: true, invoice };
  });
}

/** Nobody without an email address. */
export async function queueCreditNote(tx: Db, creditNote: Invoice, invoice: Invoice) {
  if (!isReachable(creditNote)) return;
  const { id, title, quoteId, amebBookingId } = creditNote;
  await queueEmails(tx, {
    kind: "credit-note",
    ...toBuyer(creditNote),
    subject: [namedDocument(creditNote), title].filter(Boolean).join(": "),
    body: <CreditNoteEmail creditNote={creditNote} invoice={invoice} />,
    quoteId,
    amebBookingId,
    attachments: [id],
  });
}

/** Only if the client had an email about it; returns whether they had. */
export async function queueCancelled(tx: Db, invoice: Invoice): Promise<boolean> {
  if (!isReachable(invoice) || !(await isKnownToClient(tx, invoice))) return false;
  await queueEmails(tx, {
    kind: "invoice-cancelled",
    ...toBuyer(invoice),
    subject: `${namedDocument(invoice)} is cancelled`,
    body: <CancelledEmail invoice={invoice} />,
    quoteId: invoice.quoteId,
  });
  return true;
}

/** A booking's confirmation names all its invoices, and is sent whatever happens to one. */
async function isKnownToClient(tx: Db, { id, quoteId }: Invoice): Promise<boolean> {
  const confirms = inArray(emails.kind, [...confirmationKinds]);
  const ofQuote = quoteId ? and(eq(emails.quoteId, quoteId), confirms) : undefined;
  const reaches = and(
    notInArray(emails.kind, ownerKinds),
    notInArray(emails.state, ["failed", "expired"]),
  );
  return (await tx.$count(emails, and(or(isEmailOf(tx, id), ofQuote), reaches))) > 0;
}

function CreditNoteEmail({ creditNote, invoice }: { creditNote: Invoice; invoice: Invoice }) {
  const { total, gst, note } = creditNote;
  const takenOff = `${formatMoney(total)} off ${documentInSentence(invoice)}`;
  return (
    <EmailLayout preview={takenOff} signed>
      <Heading>{namedDocument(creditNote)}</Heading>
      <Text>Hi {greetedAs(creditNote)},</Text>
      <Text>Here's a credit note: it takes {takenOff}. A PDF of it is attached.</Text>
      {note && <Facts facts={[["Reason", note]]} />}
      <Amounts
        amounts={[
          { ...moneyRow("Taken off", total), strong: true },
          ...(gst === null ? [] : [moneyRow("That includes GST", gst)]),
          moneyRow("Invoice total", invoice.total),
          ...(invoice.credited > total ? [moneyRow("Taken off in all", invoice.credited)] : []),
          ...(invoice.paid > 0 ? [moneyRow("Already paid", invoice.paid)] : []),
        ]}
      />
      <Text>{standing(invoice)} If anything looks wrong, just reply.</Text>
      <InvoiceAction invoice={invoice} />
    </EmailLayout>
  );
}

function standing(invoice: Invoice): string {
  const asked = askedOf(invoice);
  const due = invoice.dueOn ? `, due on ${longDay(invoice.dueOn)}` : "";
  if (asked > 0) return `${formatMoney(asked)} is left to pay${due}.`;
  if (restOf(invoice) >= 0) return "There's nothing left to pay.";
  return `You've paid ${formatMoney(-restOf(invoice))} more than that: tell me where to send it back.`;
}

function CancelledEmail({ invoice }: { invoice: Invoice }) {
  const { total } = invoice;
  return (
    <EmailLayout preview="There's nothing to pay" signed>
      <Heading>{`${namedDocument(invoice)} is cancelled`}</Heading>
      <Text>Hi {greetedAs(invoice)},</Text>
      <Text>
        I've cancelled {documentInSentence(invoice)} for {formatMoney(total)}, so please don't pay
        it. If you've already paid it or have a question, just reply.
      </Text>
      <InvoiceAction invoice={{ ...invoice, paid: 0, credited: total }} />
    </EmailLayout>
  );
}

type InvoiceActionProps = { invoice: Invoice; label?: string };

export function InvoiceAction({ invoice, label }: InvoiceActionProps) {
  if (!invoice.slug) return null;
  const usual = askedOf(invoice) > 0 ? payLabel() : "View your invoice";
  return (
    <Action href={absoluteUrl(href("/invoices/:slug", { slug: invoice.slug }))}>
      {label ?? usual}
    </Action>
  );
}
