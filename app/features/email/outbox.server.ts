import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { and, eq, inArray, type SQL } from "drizzle-orm";
import { placeholderOrigin } from "#app/document/origin.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { enqueueMissing } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import {
  emailAttachments,
  emails,
  salesInvoices,
  type StoredWaysToPay,
} from "#app/server/database/tables.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import type { BusinessDetails, Invoice } from "#app/features/invoices/model.ts";
import { shownDetails } from "#app/features/invoices/shown-details.ts";
import { type EmailKind, type TextMessageKind } from "./kinds.ts";
import { toPlainText } from "./plain-text.server.ts";
import { wholeWords } from "./whole-words.ts";
import { cleanText, cutCharacters } from "#app/values/text.ts";

export type NewEmail = {
  kind: EmailKind;
  recipient: string | SQL<string>;
  replyTo?: string | SQL<string>;
  subject: string;
  body: ReactElement;
  /** Ids of issued invoices and credit notes, whose PDFs go with it. */
  attachments?: readonly string[];
  /** Seconds until delivery. */
  delay?: number;
  /** The ways to pay in its text: its PDFs say the same, whenever they are drawn. */
  ways?: StoredWaysToPay;
} & Partial<
  Pick<
    typeof emails.$inferInsert,
    | "contactMessageId"
    | "quoteId"
    | "salesInvoiceId"
    | "paymentId"
    | "amebBookingId"
    | "appointmentId"
    | "invitation"
    | "subscriberId"
    | "unsubscribeUrl"
    | "oneTimeHash"
    | "held"
    | "lastError"
  >
>;

export const isPending = inArray(emails.state, ["queued", "sending"]);

/** Writes into the caller's transaction: the emails go out if it commits. */
export async function queueEmails(tx: Db, ...given: [NewEmail, ...NewEmail[]]): Promise<void> {
  const documents = await documentsOf(tx, given);
  const queued = given.flatMap((email) => [email, ...copiesOf(email, documents)]);
  const rows = await tx
    .insert(emails)
    .values(queued.map(renderEmail))
    .returning({ letterId: emails.id, held: emails.held });
  const attached = rows.flatMap(({ letterId: emailId }, index) => {
    const { attachments = [], ways } = queued[index]!;
    return attachments.map((id) => {
      const document = documents.find((one) => one.invoice.id === id)!;
      const shows = shownDetails(document.invoice, ways ?? document.details);
      return { emailId, salesInvoiceId: id, shows };
    });
  });
  if (attached.length > 0) await tx.insert(emailAttachments).values(attached);
  const due = rows.flatMap(({ letterId, held }, index) =>
    held ? [] : [{ job: { letterId }, delay: queued[index]!.delay }],
  );
  for (const [delay, group] of Map.groupBy(due, (one) => one.delay))
    await enqueue(
      tx,
      "letters",
      group.map(({ job }) => job),
      delay,
    );
}

/** Stops emails that are no longer true, failed ones too, which could be sent again. */
export function expireEmails(tx: Db, which: SQL | undefined, lastError: string, now: Date) {
  return tx
    .update(emails)
    .set({ state: "expired", lastError, settledAt: now })
    .where(and(inArray(emails.state, ["queued", "failed"]), which))
    .returning({ id: emails.id, paymentId: emails.paymentId });
}

type Documents = { invoice: Invoice; details: BusinessDetails }[];

async function documentsOf(tx: Db, queued: readonly NewEmail[]): Promise<Documents> {
  const ids = queued.flatMap(({ attachments = [], salesInvoiceId }) =>
    salesInvoiceId ? [...attachments, salesInvoiceId] : attachments,
  );
  if (ids.length === 0) return [];
  const details = await getBusinessDetails(tx);
  const invoices = await tx.select().from(salesInvoices).where(inArray(salesInvoices.id, ids));
  return invoices.map((invoice) => ({ invoice, details }));
}

/** Automatic emails to an invoice's client go to its copy address too, as separate emails. */
function copiesOf(email: NewEmail, documents: Documents): NewEmail[] {
  const about = documents.find(({ invoice }) => invoice.id === email.salesInvoiceId)?.invoice;
  const copy = about?.copyEmail;
  const isToBuyer = about && email.recipient === about.buyerEmail && email.kind !== "composed";
  return isToBuyer && copy && copy.toLowerCase() !== about.buyerEmail.toLowerCase()
    ? [{ ...email, recipient: copy }]
    : [];
}

/** Email apps lay tables out as intended only with this type. */
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" ' +
  '"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

function render(body: ReactElement): string {
  const rendered = doctype + renderToStaticMarkup(body);
  return rendered.replaceAll(placeholderOrigin, getSettings().SITE_URL);
}

export const emailHtml = (body: ReactElement) => wholeWords(render(body));

function renderEmail(queued: NewEmail) {
  const { body, subject, attachments: _files, ways: _ways, delay: _delay, ...email } = queued;
  const html = render(body);
  const text = toPlainText(html);
  return { ...email, subject: oneLine(subject), html: wholeWords(html), text };
}

/** Adds missing delivery jobs: a backup holds emails but not the job queue. */
export function requeueEmails(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const pending = await tx
      .select({ letterId: emails.id })
      .from(emails)
      .where(and(isPending, eq(emails.held, false)));
    await enqueueMissing(tx, "letters", pending);
  });
}

/** Delivered and retried like an email. */
export type NewTextMessage = {
  kind: TextMessageKind;
  recipient: string;
  subject: string;
  text: string;
} & Pick<typeof emails.$inferInsert, "appointmentId">;

export async function queueTextMessage(tx: Db, message: NewTextMessage): Promise<void> {
  const values = { ...message, html: "" };
  const [row] = await tx.insert(emails).values(values).returning({ letterId: emails.id });
  await enqueue(tx, "letters", [row!]);
}

export async function recordTextMessage(
  db: Db,
  message: { recipient: string; text: string; state: "sent" | "captured" },
  now = new Date(),
): Promise<void> {
  await db.insert(emails).values({
    kind: "text-message" satisfies TextMessageKind,
    subject: "Code by text message",
    html: "",
    ...message,
    attempts: 1,
    createdAt: now,
    settledAt: now,
  });
}

/** A line break in a subject would start a new header. */
function oneLine(subject: string): string {
  return cutCharacters(cleanText(subject).replace(/\s+/g, " ").trim(), 200);
}
