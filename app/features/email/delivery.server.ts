import { and, eq, getTableColumns, isNotNull, lte, sql } from "drizzle-orm";
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
} from "#app/server/database/tables.server.ts";
import type { SmsTransport } from "#app/server/outbound/sms.server.ts";
import { attachmentsOf, hasAttachments } from "./attachments.server.ts";
import { type Email, isReminderEmail, isTextMessage } from "./model.ts";
import {
  newsletterOvertakenBy,
  suppressReader,
  withNewsletter,
  readableBy,
} from "./queries.server.ts";
import { isPending } from "./outbox.server.ts";

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
    const invoices = email.hasAttachments ? await attached(db, id) : [];
    const attachments = [...(await documents(db, email)), ...invoices];
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
  if (email.mailingId) return newsletterOvertakenBy(db, email);
  if (isReminderEmail(kind) && appointmentId) {
    const begun = and(eq(diaryEntries.id, appointmentId), lte(diaryEntries.startsAt, now));
    if ((await db.$count(diaryEntries, begun)) > 0) return "the session has begun";
  }
  const isAsking = kind === "invoice" || kind === "invoice-reminder";
  const ended = and(eq(salesInvoices.id, salesInvoiceId ?? ""), isNotNull(salesInvoices.voidedAt));
  if (isAsking && (await db.$count(salesInvoices, ended)) > 0) return "the invoice was cancelled";
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
