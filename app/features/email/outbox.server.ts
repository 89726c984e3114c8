import { randomUUID } from "node:crypto";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { and, eq, inArray, isNotNull, isNull, type SQL, asc, sql } from "drizzle-orm";
import { compile, type Formatter } from "html-to-text";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { placeholderOrigin } from "#app/document/origin.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { enqueueMissing } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import {
  emailAttachments,
  emails,
  salesInvoices,
  type StoredWaysToPay,
  users,
} from "#app/server/database/tables.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import type { BusinessDetails } from "#app/features/business/model.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { shownDetails } from "#app/features/invoices/document-texts.ts";
import { cleanText, cutCharacters, hyphenedNumber } from "#app/values/text.ts";
import { unbroken } from "#app/values/unbroken.ts";
import { content } from "#app/content/content.ts";
import { inPalette } from "#app/content/palettes.ts";
import { ExamPagesContext } from "./email-layout.tsx";
import { listExamPages } from "./queries.server.ts";
import type { EmailKind, TextMessageKind } from "./model.ts";
import { gapNotice, isOptionalField, fillParts, type RecordFields } from "./fields.ts";

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

/** Queued with a `delay` that has not passed. */
export const isDelayed = and(
  eq(emails.state, "queued"),
  sql`exists (select 1 from pgboss.job where name = 'letters' and state = 'created'
      and data->>'letterId' = ${emails}.id::text and start_after > created_on + interval '1 minute')`,
);

/** Writes into the caller's transaction: the emails go out if it commits. */
export async function queueEmails(tx: Db, ...given: [NewEmail, ...NewEmail[]]): Promise<void> {
  const documents = await documentsOf(tx, given);
  const queued = given.flatMap((email) => [email, ...copiesOf(email, documents)]);
  const rows = [];
  for (const email of queued)
    rows.push({ id: randomUUID(), ...(await renderEmail(tx, email, documents)) });
  const attached = rows.flatMap(({ id: emailId }, index) => {
    const { attachments = [], ways } = queued[index]!;
    return attachments.map((id) => {
      const document = documents.find((one) => one.invoice.id === id)!;
      const shows = shownDetails(document.invoice, ways ?? document.details);
      return { emailId, salesInvoiceId: id, shows };
    });
  });
  const due = rows.flatMap(({ id: letterId, held }, index) =>
    held ? [] : [{ job: { letterId }, delay: queued[index]!.delay }],
  );
  const groups = Map.groupBy(due, (one) => one.delay);
  await Promise.all([
    tx.insert(emails).values(rows),
    ...[...groups].map(([delay, group]) => {
      const jobs = group.map(({ job }) => job);
      return enqueue(tx, "letters", jobs, delay);
    }),
  ]);
  if (attached.length > 0) await tx.insert(emailAttachments).values(attached);
}

/** Stops emails that are no longer true, failed ones too, which could be sent again. */
export function expireEmails(tx: Db, which: SQL | undefined, lastError: string, now: Date) {
  return tx
    .update(emails)
    .set({ state: "expired", lastError, settledAt: now })
    .where(and(inArray(emails.state, ["queued", "failed"]), which))
    .returning({ id: emails.id, kind: emails.kind, paymentId: emails.paymentId });
}

/** Emails `about` something that has another address now. Its link must stop working, too. */
export function expireEmailsTo(tx: Db, recipient: string, about: SQL, now: Date) {
  const theirs = and(about, sql`lower(${emails.recipient}) = ${recipient.toLowerCase()}`);
  return expireEmails(tx, theirs, "Not sent: this has another address now.", now);
}

type Lesson = { id: string; clientEmail: string | null };

/** The next attempt may come after a later email. Another address keeps what it is told. */
export function expireTried(tx: Db, { id, clientEmail }: Lesson, now: Date) {
  const isTried = sql`${emails.appointmentId} = ${id} and attempts > 0 and kind like 'appointment-%'
    and (recipient = ${clientEmail} or kind = 'appointment-notice')
    and coalesce(invitation, '') !~ 'UID:series-'`;
  return expireEmails(tx, isTried, "Not sent: a later email says how it stands now.", now);
}

/** In how many seconds the first of them would leave; 0 if none waits. */
export async function delayOf(tx: Db, ids: readonly string[]): Promise<number> {
  const [job] = await rowsOf<{ seconds: number | null }>(
    tx,
    sql`select ceil(extract(epoch from min(start_after) - now()))::int as seconds from pgboss.job
      where name = 'letters' and state = 'created' and ${inArray(sql`data->>'letterId'`, [...ids])}`,
  );
  return Math.max(0, job?.seconds ?? 0);
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

const emailHtml = (body: ReactElement) => finished(render(body));

const finished = (html: string) => inPalette(wholeWords(html), content().site.palette);

async function renderEmail(tx: Db, queued: NewEmail, documents: Documents) {
  const { body, subject, attachments = [], ways: _ways, delay: _delay, ...email } = queued;
  const { recipient, salesInvoiceId } = email;
  const ids = [salesInvoiceId, ...attachments];
  const about = documents.flatMap(({ invoice }) => (ids.includes(invoice.id) ? invoice : []));
  const pages = typeof recipient === "string" ? await listExamPages(tx, about, recipient) : [];
  const withPages = createElement(ExamPagesContext, { value: pages }, body);
  return { ...email, subject: oneLine(subject), ...renderBody(withPages) };
}

/** Without the envelope: for emails whose readers get the same. */
export function renderBody(body: ReactElement): { html: string; text: string } {
  const html = render(body);
  return { html: finished(html), text: toPlainText(html) };
}

/** Adds missing delivery jobs: a backup holds emails but not the job queue. */
export function requeueEmails(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const pending = (queue: SQL) =>
      tx
        .select({ letterId: emails.id })
        .from(emails)
        .where(and(isPending, eq(emails.held, false), queue));
    await enqueueMissing(tx, "letters", await pending(isNull(emails.mailingId)));
    await enqueueMissing(tx, "newsletters", await pending(isNotNull(emails.mailingId)));
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

/* `data-text`: a `group` is one paragraph, a `pair` `Label: value`, a `button` label and link. */

const block = (leadingLineBreaks: number, trailingLineBreaks = leadingLineBreaks) => ({
  format: "block",
  options: { leadingLineBreaks, trailingLineBreaks },
});

const pair: Formatter = (row, walk, builder) => {
  const [label, value] = row.children;
  builder.openBlock({ leadingLineBreaks: 1 });
  walk(label!.children, builder);
  builder.addInline(": ");
  walk(value!.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const button: Formatter = (link, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(link.children, builder);
  builder.addInline(`: ${link.attribs.href}`, { noWordTransform: true });
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const line: Formatter = (row, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  for (const cell of row.children) walk(cell.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const heading = { uppercase: false, leadingLineBreaks: 2, trailingLineBreaks: 2 };

/** Compiled once: compiling takes longer than applying the rules. */
const convert = compile({
  wordwrap: false,
  formatters: { pair, button, line },
  selectors: [
    { selector: "img", format: "skip" },
    { selector: "[data-skip-in-text]", format: "skip" },
    { selector: "a", options: { linkBrackets: false, hideLinkHrefIfSameAsText: true } },
    { selector: "h1", options: heading },
    { selector: "h2", options: heading },
    { selector: "h3", options: heading },
    { selector: "td", ...block(1) },
    { selector: '[data-text="group"]', ...block(2) },
    { selector: '[data-text="pair"]', format: "pair" },
    { selector: '[data-text="line"]', format: "line" },
    { selector: '[data-text="button"]', format: "button" },
    { selector: '[data-text="label"]', format: "inline" },
  ],
});

const toPlainText = (html: string): string => `${convert(html).trim()}\n`;

const time = String.raw`\d{1,2}:\d\d(?:\u00a0[ap]m)?(?:\u00a0[A-Z]{3,4}\b)?`;
/** `(7 days before the event)`. */
const rule = String.raw`\((?:\d|the )[a-z\d ]{1,30}\)`;

const whole = new RegExp(`${hyphenedNumber}|${time}–${time}|${rule}`, "g");

const day = String.raw`\d{1,2}\u00a0[A-Z][a-z]{2,8}(?:\u00a0\d{4})?`;
/** `Monday, 11 January 2027` and `Wed 18 Mar, 11:00 pm`; the time may be in an element already. */
const moment = new RegExp(
  String.raw`\b(?:[A-Z][a-z]+day, ${day}|[A-Z][a-z]{2}\u00a0${day}, (?:${time}|<span[^>]*>[^<]*</span>))`,
  "g",
);

const styled = (style: string) => (words: string) => `<span style="${style}">${words}</span>`;

/** But after `<s>`: its line doesn't run through an inline block. */
const texts = /(?<=(?<!<s)>)[^<]+/g;

/** Days and moments stay whole where they fit a line, the others always. Hyphens stay hyphens. */
export const wholeWords = (html: string): string =>
  unbroken(html).replace(texts, (text) =>
    text
      .replace(/\bat (?=\d{1,2}:)/g, "at\u00a0")
      .replace(whole, styled("white-space:nowrap"))
      .replace(moment, styled("display:inline-block")),
  );

const firstOwner = new QueryBuilder()
  .select({ email: users.email })
  .from(users)
  .where(and(eq(users.role, "admin"), eq(users.emailVerified, true)))
  .orderBy(asc(users.createdAt))
  .limit(1);

/** `OWNER_EMAIL`, else the first owner's email, else the public one. SQL, to save a query. */
export function ownerEmail(): string | SQL<string> {
  return (
    getSettings().OWNER_EMAIL ?? sql<string>`coalesce((${firstOwner}), ${content().site.email})`
  );
}

export async function readOwnerEmail(db: Db): Promise<string> {
  const email = ownerEmail();
  if (typeof email === "string") return email;
  const [row] = await rowsOf<{ email: string }>(db, sql`select ${email} as email`);
  return row!.email;
}

/** @param allowed lets its links open windows, or the page around it read its height */
export function framedEmail(html: string | null, allowed: "allow-popups" | "allow-same-origin") {
  return new Response(html ?? "This email doesn't exist.", {
    status: html === null ? 404 : 200,
    headers: {
      "Content-Type": html === null ? "text/plain; charset=utf-8" : "text/html; charset=utf-8",
      "Content-Security-Policy":
        `default-src 'none'; style-src 'unsafe-inline'; img-src ${getSettings().SITE_URL}/email/; ` +
        `sandbox ${allowed}; ` +
        "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
      // Only the admin may frame it.
      "X-Frame-Options": "SAMEORIGIN",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

/** Around a notice until it is HTML: nobody types these. */
const [start, end] = ["\ue000", "\ue001"];

/** Readable in light and dark. */
const mark = '<mark style="background-color:#a3211b;color:#ffffff">';

/** Like `fill`, but for {@link previewHtml}. */
export const fillMarked = (text: string, record: RecordFields) =>
  fillParts(text, record)
    .map(({ text: value, key, missing }) =>
      key && missing && !isOptionalField(key) ? `${start}${gapNotice(key)}${end}` : value,
    )
    .join("");

export const previewHtml = (body: ReactElement) =>
  emailHtml(body).replaceAll(start!, mark).replaceAll(end!, "</mark>");
