import { and, eq, getTableColumns, isNotNull, lte, sql, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { isOneTimeSecretUsable } from "#app/features/auth/credentials.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import {
  type EmailAttachment,
  type EmailTransport,
  PermanentRejection,
} from "#app/server/outbound/outgoing-email.server.ts";
import { log, withoutEmails } from "#app/server/log.server.ts";
import {
  diaryEntries,
  emails,
  payments,
  salesInvoices,
  emailAttachments,
  quoteEvents,
  quotes,
} from "#app/server/database/tables.server.ts";
import type { SmsTransport } from "#app/server/outbound/sms.server.ts";
import {
  type Email,
  isReminderEmail,
  isTextMessage,
  type AttachedDocument,
  confirmationFileName,
  confirmationKinds,
} from "./model.ts";
import {
  newsletterOvertakenBy,
  suppressReader,
  withNewsletter,
  readableBy,
} from "./queries.server.ts";
import { isPending } from "./outbox.server.ts";
import { href } from "react-router";
import { invoicePdf } from "#app/features/invoices/documents.server.ts";
import { pdfFileName } from "#app/features/invoices/document-texts.ts";

/** One attempt outside a transaction; throws to be retried. A crash may send it twice, with one Message-ID. */
export async function deliverEmail(
  db: Db,
  transport: EmailTransport,
  id: string,
  now = () => new Date(),
  attached = attachmentsOf,
  /** Further documents, by what the email is about. */
  documents: (db: Db, email: Email) => Promise<EmailAttachment[]> = async () => [],
): Promise<void> {
  const [email] = await db
    .update(emails)
    .set({ state: "sending", attempts: sql`${emails.attempts} + 1` })
    .where(and(eq(emails.id, id), isPending))
    .returning({ ...getTableColumns(emails), hasAttachments });
  if (!email) return;

  const update = (change: Partial<typeof emails.$inferInsert>) =>
    db.update(emails).set(change).where(eq(emails.id, id));
  const hasSecret = email.kind.startsWith("one-time-");
  const about = { email: id, kind: email.kind };
  if (hasSecret && !(await isOneTimeSecretUsable(db, email.oneTimeHash, now()))) {
    const lastError = "Not sent: its link or code was already used, replaced or expired.";
    await update({ state: "expired", lastError, settledAt: now(), ...withoutSecret });
    return log.info(about, "email not sent, its link or code no longer works");
  }
  const overtaken = await overtakenBy(db, email, now());
  if (overtaken) {
    await update({ state: "expired", lastError: `Not sent: ${overtaken}.`, settledAt: now() });
    return log.info({ ...about, overtaken }, "email not sent");
  }
  try {
    const drawn = email.hasAttachments ? await attached(db, id) : [];
    const attachments = [...(await documents(db, email)), ...drawn];
    const state = await transport.send({ ...(await withNewsletter(db, email)), attachments });
    await update({ state, lastError: null, settledAt: now(), ...(hasSecret && withoutSecret) });
    log.info({ ...about, state }, "email delivered");
  } catch (error) {
    const lastError = error instanceof Error ? error.message : String(error);
    const isFinal = error instanceof PermanentRejection;
    if (isFinal && error.isOfAddress) await suppressReader(db, email, lastError, now());
    await update(
      isFinal ? { state: "failed", lastError, settledAt: now() } : { state: "queued", lastError },
    );
    const reason = withoutEmails(lastError);
    log.warn(
      { ...about, attempt: email.attempts, reason },
      isFinal ? "email rejected" : "email will be tried again",
    );
    if (!isFinal) throw error;
  }
}

/** Why the email is no longer true; null if it still is. */
async function overtakenBy(db: Db, email: Email, now: Date): Promise<string | null> {
  const { kind, appointmentId, paymentId, salesInvoiceId } = email;
  if (email.mailingId || kind === "newsletter-welcome") return newsletterOvertakenBy(db, email);
  if (isReminderEmail(kind) && appointmentId) {
    const begun = and(eq(diaryEntries.id, appointmentId), lte(diaryEntries.startsAt, now));
    if ((await db.$count(diaryEntries, begun)) > 0) return "the session has begun";
  }
  const isAsking = kind === "invoice" || kind === "invoice-reminder";
  const ended = and(eq(salesInvoices.id, salesInvoiceId ?? ""), isNotNull(salesInvoices.voidedAt));
  if (isAsking && (await db.$count(salesInvoices, ended)) > 0) return "the invoice was cancelled";
  const closed = and(eq(quotes.id, email.quoteId ?? ""), isNotNull(quotes.rejectedAt));
  if (kind === "quote" && (await db.$count(quotes, closed)) > 0) return "the quote is closed";
  const undone = paymentId !== null && eq(payments.reversesId, paymentId);
  if (undone && (await db.$count(payments, undone)) > 0) return "the payment was undone";
  return null;
}

/** Keeps that a one-time link or code was sent, but not its secret. */
const withoutSecret = {
  html: "<p>This email contained a link or code that works once. We don't keep it.</p>",
  text: "This email contained a link or code that works once. We don't keep it.",
};

/** After the last attempt; keeps the last error. */
export async function failEmail(db: Db, id: string, now = new Date()): Promise<void> {
  await db
    .update(emails)
    .set({ state: "failed", settledAt: now })
    .where(and(eq(emails.id, id), isPending));
  log.error({ email: id }, "email failed");
}

export function resendEmail(db: Db, by: Administrator, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const [email] = await tx
      .update(emails)
      .set({ state: "queued", settledAt: null })
      .where(and(eq(emails.id, id), eq(emails.state, "failed"), readableBy(by)))
      .returning();
    if (!email) return false;
    await enqueue(tx, email.mailingId ? "newsletters" : "letters", [{ letterId: id }]);
    const subject = {
      kind: "letter",
      id,
      label: `${email.subject} to ${email.recipient}`,
    } as const;
    await recordActivity(tx, { actor: by.email, action: "sent again", subject }, now);
    return true;
  });
}

export function withTextMessages(mail: EmailTransport, texts: SmsTransport): EmailTransport {
  return {
    send: (email) =>
      isTextMessage(email.kind) ? texts.send(email.recipient, email.text) : mail.send(email),
    close: () => mail.close(),
  };
}

/** Whether {@link attachmentsOf} would find any, as SQL to save a query. */
const hasAttachments = sql<boolean>`exists (
  select from ${emailAttachments} where ${eq(emailAttachments.emailId, emails.id)})`;

/** Throws when a PDF cannot be drawn now. */
export async function attachmentsOf(
  db: Db,
  emailId: string,
  pdfOf = invoicePdf,
): Promise<EmailAttachment[]> {
  const attached = await db
    .select({ id: emailAttachments.salesInvoiceId, shows: emailAttachments.shows })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .where(eq(emailAttachments.emailId, emailId))
    .orderBy(salesInvoices.issuedAt, salesInvoices.number);
  const pdfs = await Promise.all(
    attached.map(({ id, shows }) => drawnPdf(() => pdfOf(db, id, shows))),
  );
  return pdfs.map((pdf) => {
    if (!pdf) throw new Error("A document attached to this email hasn't been issued.");
    return { ...pdf, contentType: "application/pdf" };
  });
}

async function drawnPdf(draw: () => ReturnType<typeof invoicePdf>) {
  try {
    return await draw();
  } catch (error) {
    // Shown with the email, where the error alone would say nothing.
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The PDF could not be made: ${reason}`, { cause: error });
  }
}

export async function listAttachments(
  db: Db,
  _by: Administrator,
  emailIds: readonly string[],
): Promise<AttachedDocument[]> {
  if (emailIds.length === 0) return [];
  return [...(await confirmations(db, emailIds)), ...(await invoices(db, emailIds))];
}

/** Whether the quote was accepted on delivery: the owner may have reversed it since. */
const stoodOnDelivery = sql<boolean>`coalesce((
  select ${quoteEvents.kind} = 'accepted' from ${quoteEvents}
  where ${eq(quoteEvents.quoteId, quotes.id)} and ${inArray(quoteEvents.kind, ["accepted", "reopened"])}
    and ${quoteEvents.at} <= coalesce(${emails.settledAt}, 'infinity')
  order by ${quoteEvents.id} desc limit 1), false)`;

async function confirmations(db: Db, emailIds: readonly string[]): Promise<AttachedDocument[]> {
  const confirmed = await db
    .select({ emailId: emails.id, id: quotes.id, slug: quotes.slug, acceptedAt: quotes.acceptedAt })
    .from(emails)
    .innerJoin(quotes, eq(quotes.id, emails.quoteId))
    .where(
      and(
        inArray(emails.id, [...emailIds]),
        inArray(emails.kind, [...confirmationKinds]),
        stoodOnDelivery,
      ),
    );
  return confirmed.map(({ emailId, id, slug, acceptedAt }) => ({
    emailId,
    fileName: confirmationFileName,
    path:
      slug && acceptedAt
        ? href("/quotes/:slug/quote.pdf", { slug })
        : href("/admin/quotes/:id", { id }),
  }));
}

async function invoices(db: Db, emailIds: readonly string[]): Promise<AttachedDocument[]> {
  const attached = await db
    .select({
      emailId: emailAttachments.emailId,
      id: salesInvoices.id,
      number: salesInvoices.number,
      slug: salesInvoices.slug,
    })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .where(inArray(emailAttachments.emailId, [...emailIds]))
    .orderBy(salesInvoices.issuedAt, salesInvoices.number);
  return attached.map(({ emailId, id, number, slug }) => ({
    emailId,
    fileName: pdfFileName(number ?? ""),
    path: slug
      ? href("/invoices/:slug/invoice.pdf", { slug })
      : href("/admin/money/invoices/:id", { id }),
  }));
}
