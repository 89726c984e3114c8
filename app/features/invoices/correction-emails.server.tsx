import { href } from "react-router";
import { and, eq, inArray, notInArray, or } from "drizzle-orm";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Amounts, Facts, Heading, Text } from "#app/features/email/email-parts.tsx";
import { confirmationKinds, ownerKinds } from "#app/features/email/kinds.ts";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments, emails } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { isReachable } from "./accounts.server.ts";
import { payLabel } from "./cards.server.ts";
import { documentInSentence, namedDocument } from "./document-texts.ts";
import { askedOf, greetedAs, type Invoice, restOf } from "./model.ts";

/** Nobody without an email address. */
export async function queueCreditNote(
  tx: Db,
  creditNote: Invoice,
  invoice: Invoice,
): Promise<void> {
  if (!isReachable(creditNote)) return;
  const { id, buyerEmail, title, quoteId, amebBookingId } = creditNote;
  await queueEmails(tx, {
    kind: "credit-note",
    recipient: buyerEmail,
    replyTo: ownerEmail(),
    subject: [namedDocument(creditNote), title].filter(Boolean).join(": "),
    body: <CreditNoteEmail creditNote={creditNote} invoice={invoice} />,
    quoteId,
    amebBookingId,
    salesInvoiceId: id,
    attachments: [id],
  });
}

/** Only if the client had an email about it; returns whether they had. */
export async function queueCancelled(tx: Db, invoice: Invoice): Promise<boolean> {
  const { id, buyerEmail, quoteId } = invoice;
  if (!isReachable(invoice) || !(await isKnownToClient(tx, invoice))) return false;
  await queueEmails(tx, {
    kind: "invoice-cancelled",
    recipient: buyerEmail,
    replyTo: ownerEmail(),
    subject: `${namedDocument(invoice)} is cancelled`,
    body: <CancelledEmail invoice={invoice} />,
    quoteId,
    salesInvoiceId: id,
  });
  return true;
}

/** A booking's confirmation names all its invoices, and is sent whatever happens to one. */
async function isKnownToClient(tx: Db, { id, quoteId }: Invoice): Promise<boolean> {
  const attached = tx
    .select({ id: emailAttachments.emailId })
    .from(emailAttachments)
    .where(eq(emailAttachments.salesInvoiceId, id));
  const isAbout = or(
    eq(emails.salesInvoiceId, id),
    inArray(emails.id, attached),
    quoteId
      ? and(eq(emails.quoteId, quoteId), inArray(emails.kind, [...confirmationKinds]))
      : undefined,
  );
  const reaches = and(
    notInArray(emails.kind, ownerKinds),
    notInArray(emails.state, ["failed", "expired"]),
  );
  return (await tx.$count(emails, and(isAbout, reaches))) > 0;
}

function CreditNoteEmail({ creditNote, invoice }: { creditNote: Invoice; invoice: Invoice }) {
  const { total, gst, note } = creditNote;
  const takenOff = `${formatMoney(total)} off ${documentInSentence(invoice)}`;
  const row = (label: string, amount: Cents) => ({ label, amount: formatMoney(amount) });
  return (
    <EmailLayout preview={takenOff} signed>
      <Heading>{namedDocument(creditNote)}</Heading>
      <Text>Hi {greetedAs(creditNote)},</Text>
      <Text>Here's a credit note: it takes {takenOff}. A PDF of it is attached.</Text>
      {note && <Facts facts={[["Reason", note]]} />}
      <Amounts
        amounts={[
          { ...row("Taken off", total), strong: true },
          ...(gst === null ? [] : [row("That includes GST", gst)]),
          row("Invoice total", invoice.total),
          ...(invoice.credited > total ? [row("Taken off in all", invoice.credited)] : []),
          ...(invoice.paid > 0 ? [row("Already paid", invoice.paid)] : []),
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

function InvoiceAction({ invoice }: { invoice: Invoice }) {
  if (!invoice.slug) return null;
  return (
    <Action href={absoluteUrl(href("/invoices/:slug", { slug: invoice.slug }))}>
      {askedOf(invoice) > 0 ? payLabel() : "View your invoice"}
    </Action>
  );
}
