import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, gt, inArray, isNull, notInArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Administrator } from "#app/features/auth/model.ts";
import { content } from "#app/content/content.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { restorableSince } from "#app/features/audit/model.ts";
import { inMonth, matches, readPage } from "#app/server/database/list.server.ts";
import {
  amebBookings,
  contactMessages,
  diaryEntries,
  emailTemplates,
  emails,
  quotes,
  salesInvoices,
  mailings,
  subscriberEvents,
  subscribers,
  isListedBooking,
} from "#app/server/database/tables.server.ts";
import type { ListQuery } from "#app/ui/admin/list-query.ts";
import type { CsvColumns } from "#app/values/csv.ts";
import { allOf } from "#app/values/wording.ts";
import { createElement, Fragment } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { aboutKindsWith, fieldInWords, type RecordFields } from "./fields.ts";
import {
  type Email,
  type EmailDraft,
  type EmailSource,
  type EmailTemplate,
  type EmailTab,
  ownerKinds,
  emailStateLabels,
  readerMarks,
} from "./model.ts";
import {
  chooseTemplates,
  type EmailText,
  fillUnseen,
  isNamed,
  type StandardEmail,
} from "./templates.ts";
import { href } from "react-router";
import type { Invoice } from "#app/features/invoices/model.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";

const byName = sql`lower(${emailTemplates.name})`;

export const isListedTemplate = isNull(emailTemplates.deletedAt);

export function listTemplates(db: Db, _by: Administrator, list: ListQuery) {
  return readPage<EmailTemplate>(
    db,
    { table: emailTemplates, sorts: { name: byName }, id: emailTemplates.id },
    list,
    [isListedTemplate, matches(emailTemplates, list.search)],
  );
}

export async function getTemplate(db: Db, _by: Administrator, id: string) {
  const [template] = await db
    .select()
    .from(emailTemplates)
    .where(and(eq(emailTemplates.id, id), isListedTemplate));
  return template ?? null;
}

/** The oldest of several with this name. */
export async function getNamedTemplate(db: Db, name: string): Promise<EmailText | null> {
  const [template] = await db
    .select({ subject: emailTemplates.subject, body: emailTemplates.body })
    .from(emailTemplates)
    .where(and(eq(byName, name.toLowerCase()), isListedTemplate))
    .orderBy(asc(emailTemplates.createdAt))
    .limit(1);
  return template ?? null;
}

/** The owner's text or the standard one; null when both have unfilled placeholders. */
export async function reminderText(
  tx: Db,
  standard: StandardEmail,
  record: RecordFields,
): Promise<(EmailText & { about: Record<string, string> }) | null> {
  const template = await getNamedTemplate(tx, standard.name);
  const filled = fillUnseen(standard, template, record);
  if (!filled) return null;
  const { subject, body, missing } = filled;
  const text =
    missing.length > 0
      ? `standard, because your template “${standard.name}” needs ${allOf(missing.map(fieldInWords))}`
      : "";
  return { subject, body, about: { subject, ...(text && { text }) } };
}

/** Oldest first: {@link getNamedTemplate} uses the first of a name. */
export function listTemplateNames(db: Db, _by: Administrator) {
  const { id, name, subject, createdAt } = emailTemplates;
  return db
    .select({ id, name, subject })
    .from(emailTemplates)
    .where(isListedTemplate)
    .orderBy(asc(createdAt));
}

export async function getEmailDraft(
  db: Db,
  _by: Administrator,
  about: EmailSource,
): Promise<EmailDraft | null> {
  const found = await about.read(db);
  if (!found) return null;
  const all = await db
    .select({
      id: emailTemplates.id,
      name: emailTemplates.name,
      subject: emailTemplates.subject,
      body: emailTemplates.body,
    })
    .from(emailTemplates)
    .where(isListedTemplate)
    .orderBy(byName, asc(emailTemplates.id));
  const kinds = aboutKindsWith(await getBusinessDetails(db));
  const { fitting, leftOut } = chooseTemplates(about.kind, all, kinds);
  const body = emailBeginning(String(found.record.first_name));
  const suited = (found.templates ?? []).filter(
    ({ name }) => !fitting.some((template) => isNamed(template, name)),
  );
  return { ...found, key: randomUUID(), body, templates: [...suited, ...fitting], leftOut };
}

export function emailBeginning(firstName: string): string {
  return `${firstName ? `Hi ${firstName},` : "Hello,"}\n\n\n\nWarmly,\n${content().site.firstName}`;
}

const conditions: Record<EmailTab, SQL | undefined> = {
  // A newsletter has its own page, which lists its readers.
  clients: notInArray(emails.kind, [...ownerKinds, "newsletter"]),
  you: inArray(emails.kind, ownerKinds),
  all: undefined,
};

/** Sign-in links and codes are in emails to owners. */
export const readableBy = ({ role }: Administrator) =>
  role === "owner" ? undefined : conditions.clients;

export function listEmails(db: Db, by: Administrator, tab: EmailTab, list: ListQuery) {
  const { state, month } = list.filters;
  return readPage<Email>(
    db,
    {
      table: emails,
      sorts: { created: emails.createdAt, recipient: sql`lower("recipient")` },
      id: emails.id,
    },
    list,
    [
      conditions[tab],
      readableBy(by),
      state ? eq(emails.state, state as Email["state"]) : undefined,
      inMonth(emails.createdAt, month),
      matches(emails, list.search),
    ],
  );
}

export async function getEmail(db: Db, by: Administrator, id: string): Promise<Email | null> {
  const [email] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.id, id), readableBy(by)));
  return email ? withNewsletter(db, email) : null;
}

/** By email id; only of recipients whose records these emails are about. */
export async function namesOfRecipients(db: Db, _by: Administrator, ids: readonly string[]) {
  if (ids.length === 0) return {};
  const name = sql<string | null>`coalesce(${quotes.clientName}, ${salesInvoices.buyerName},
    ${diaryEntries.clientName}, ${amebBookings.studentParentName}, ${contactMessages.name})`;
  const isTo = (email: PgColumn) => sql`lower(${email}) = lower(${emails.recipient})`;
  const named = await namesOfRecords(db, ids, name, isTo);
  return Object.fromEntries(named.flatMap((one) => (one.name ? [[one.id, one.name]] : [])));
}

/** The invoice before its quote; null without a record. */
export async function getRecordName(db: Db, _by: Administrator, email: Pick<Email, "id">) {
  const name = sql<string | null>`coalesce(${salesInvoices.number}, ${quotes.eventTitle},
    ${quotes.invoiceType}, ${diaryEntries.title}, ${amebBookings.studentParentName},
    ${contactMessages.name})`;
  const [found] = await namesOfRecords(db, [email.id], name);
  return found?.name ?? null;
}

/** `isWanted`: by the record's email address. */
const namesOfRecords = (
  db: Db,
  ids: readonly string[],
  name: SQL<string | null>,
  isWanted: (email: PgColumn) => SQL | undefined = () => undefined,
) =>
  db
    .select({ id: emails.id, name })
    .from(emails)
    .leftJoin(quotes, and(eq(quotes.id, emails.quoteId), isWanted(quotes.clientEmail)))
    .leftJoin(
      salesInvoices,
      and(eq(salesInvoices.id, emails.salesInvoiceId), isWanted(salesInvoices.buyerEmail)),
    )
    .leftJoin(
      diaryEntries,
      and(eq(diaryEntries.id, emails.appointmentId), isWanted(diaryEntries.clientEmail)),
    )
    .leftJoin(
      amebBookings,
      and(eq(amebBookings.id, emails.amebBookingId), isWanted(amebBookings.contactEmail)),
    )
    .leftJoin(
      contactMessages,
      and(eq(contactMessages.id, emails.contactMessageId), isWanted(contactMessages.email)),
    )
    .where(inArray(emails.id, [...ids]));

export function listDeletedTemplates(db: Db, _by: Administrator, now = new Date()) {
  return db
    .select()
    .from(emailTemplates)
    .where(gt(emailTemplates.deletedAt, restorableSince(now)))
    .orderBy(desc(emailTemplates.deletedAt))
    .limit(200);
}

export const templateColumns: CsvColumns<EmailTemplate> = {
  Name: ({ name }) => name,
  Subject: ({ subject }) => subject,
  Message: ({ body }) => body,
};

export const emailColumns: CsvColumns<Email> = {
  Recipient: ({ recipient }) => recipient,
  Subject: ({ subject }) => subject,
  Status: ({ state }) => emailStateLabels[state],
  "Last Error": ({ lastError }) => lastError,
  Sent: ({ createdAt }) => createdAt,
  Delivered: ({ settledAt }) => settledAt,
};

/** A newsletter's body is stored once; the row has what only its reader gets. */
export async function withNewsletter<E extends Email>(db: Db, email: E): Promise<E> {
  if (!email.mailingId) return email;
  const { html, text } = mailings;
  const [body] = await db
    .select({ html, text })
    .from(mailings)
    .where(eq(mailings.id, email.mailingId));
  const url = email.unsubscribeUrl ?? "";
  return {
    ...email,
    html: forReader(body?.html ?? "", escaped(email.text), escaped(url)),
    text: forReader(body?.text ?? "", email.text, url),
  };
}

const escaped = (text: string) => renderToStaticMarkup(createElement(Fragment, null, text));

export const forReader = (body: string, reason: string, url: string) =>
  body.replaceAll(readerMarks.reason, () => reason).replaceAll(readerMarks.unsubscribe, () => url);

/** Why it may no longer leave. */
export async function newsletterOvertakenBy(db: Db, email: Email): Promise<string | null> {
  const { mailingId, subscriberId } = email;
  const ofId = and(eq(mailings.id, mailingId!), eq(mailings.state, "stopped"));
  if (mailingId && (await db.$count(mailings, ofId)) > 0) return "the newsletter was stopped";
  const isReader = and(
    eq(subscribers.id, subscriberId ?? ""),
    eq(subscribers.state, "subscribed"),
    isNull(subscribers.suppressedAt),
  );
  return (await db.$count(subscribers, isReader)) > 0 ? null : "the reader has left";
}

/** Only newsletters: an email about a quote is still tried. */
export async function suppressReader(db: Db, email: Email, reason: string, now: Date) {
  const { mailingId, subscriberId } = email;
  if (!mailingId || !subscriberId) return;
  await db.transaction(async (tx) => {
    const suppressed = await tx
      .update(subscribers)
      .set({ suppressedAt: now })
      .where(and(eq(subscribers.id, subscriberId), isNull(subscribers.suppressedAt)))
      .returning({ id: subscribers.id });
    if (suppressed.length > 0)
      await tx
        .insert(subscriberEvents)
        .values({ subscriberId, kind: "refused", at: now, data: { reason } });
  });
}

type Exam = Pick<typeof amebBookings.$inferSelect, "pageToken">;

/** For the button of an email to the family. */
export const examPage = ({ pageToken: token }: Exam) => ({
  href: absoluteUrl(href("/exams/:token", { token })),
  label: "See your exam",
});

/** Of the exams that the invoices are for. The pages are the family's: nobody else gets their links. */
export async function listExamPages(
  db: Db,
  invoices: readonly Pick<Invoice, "amebBookingId">[],
  recipient: string,
) {
  const ids = invoices.flatMap(({ amebBookingId }) => amebBookingId ?? []);
  if (ids.length === 0) return [];
  const isFamily = eq(sql`lower(${amebBookings.contactEmail})`, recipient.toLowerCase());
  const exams = await db
    .select()
    .from(amebBookings)
    .where(and(inArray(amebBookings.id, ids), isListedBooking, isFamily))
    .orderBy(amebBookings.examDate, amebBookings.id);
  return exams.map((exam) => {
    const { candidateName, studentParentName } = exam;
    const page = examPage(exam);
    if (exams.length === 1) return page;
    return { ...page, label: `See ${candidateName || studentParentName}'s exam` };
  });
}
