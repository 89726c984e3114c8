import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  date,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  emailStates,
  mailchimpStates,
  subscriberEventKinds,
  subscriberStates,
  reminderKinds,
  reminderStates,
} from "#app/server/database/enums.ts";
import { createdAt, deletedAt, id, instant, isOneOf, rowId, spamReason } from "./columns.server.ts";
import { mailings } from "./mailings.server.ts";
import { diaryEntries } from "./diary.server.ts";
import { amebBookings, contactMessages } from "./enquiries.server.ts";
import { imports } from "./imports.server.ts";
import { salesInvoices, type ShownDetails } from "./invoices.server.ts";
import { payments } from "./payments.server.ts";
import { quotes } from "./quotes.server.ts";
import type { Day } from "#app/values/calendar.ts";

export const emailTemplates = pgTable("email_templates", {
  id: id(),
  name: text("name").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  createdAt: createdAt(),
  version: integer("version").notNull().default(1),
  deletedAt: deletedAt(),
});

/** The outbox: a row is written in the transaction that causes the email and stays on record. */
export const emails = pgTable(
  "letters",
  {
    id: id(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    state: text("state", { enum: emailStates }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: createdAt(),
    settledAt: instant("settled_at"),
    contactMessageId: rowId("contact_message_id").references(() => contactMessages.id),
    amebBookingId: rowId("ameb_booking_id").references(() => amebBookings.id, {
      onDelete: "set null",
    }),
    quoteId: rowId("invoice_id").references(() => quotes.id),
    salesInvoiceId: rowId("sales_invoice_id").references(() => salesInvoices.id),
    paymentId: bigint("payment_id", { mode: "number" }).references(() => payments.id, {
      onDelete: "set null",
    }),
    subscriberId: rowId("subscriber_id").references(() => subscribers.id),
    /** Its body is the newsletter's: `html` is empty and `text` says why the reader gets it. */
    mailingId: rowId("mailing_id").references(() => mailings.id),
    appointmentId: rowId("diary_entry_id").references(() => diaryEntries.id, {
      onDelete: "set null",
    }),
    /** Calendar invitation (iTIP, RFC 5546), as it was when the email was written. */
    invitation: text("invitation"),
    unsubscribeUrl: text("unsubscribe_url"),
    /** Of the link or code in it: the email is not sent once that is used, replaced or expired. */
    oneTimeHash: text("one_time_hash"),
    /** No delivery job yet: strangers have caused too many emails. */
    held: boolean("held").notNull().default(false),
  },
  (table) => [
    index("letters_newest").on(table.createdAt, table.id),
    index("letters_by_state").on(table.state),
    index("letters_to_client").on(sql`lower("recipient")`, table.id),
    index("letters_of_invoice").on(table.quoteId),
    index("letters_of_message").on(table.contactMessageId),
    index("letters_of_booking").on(table.amebBookingId),
    index("letters_of_subscriber")
      .on(table.subscriberId)
      .where(sql`subscriber_id is not null`),
    uniqueIndex("letters_once_a_reader")
      .on(table.mailingId, table.subscriberId)
      .where(sql`mailing_id is not null`),
    index("letters_of_sales_invoice")
      .on(table.salesInvoiceId)
      .where(sql`sales_invoice_id is not null`),
    index("letters_of_payment")
      .on(table.paymentId)
      .where(sql`payment_id is not null`),
    index("letters_of_appointment")
      .on(table.appointmentId)
      .where(sql`diary_entry_id is not null`),
    index("letters_held")
      .on(table.createdAt)
      .where(sql`held`),
    check("letters_state_known", isOneOf(table.state, emailStates)),
  ],
);

/** The PDF is drawn when the email is sent, with what it showed when the email was written. */
export const emailAttachments = pgTable(
  "email_attachments",
  {
    emailId: rowId("email_id")
      .notNull()
      .references(() => emails.id, { onDelete: "cascade" }),
    salesInvoiceId: rowId("sales_invoice_id")
      .notNull()
      .references(() => salesInvoices.id),
    /** Null: not known. */
    shows: jsonb("shows").$type<ShownDetails>(),
  },
  (table) => [
    primaryKey({ columns: [table.emailId, table.salesInvoiceId] }),
    index("email_attachments_of_invoice").on(table.salesInvoiceId),
  ],
);

export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    /** In lower case. */
    email: text("email").notNull().unique(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    state: text("state", { enum: subscriberStates }).notNull(),
    spamReason: spamReason(),
    createdAt: createdAt(),
    mailchimp: text("mailchimp", { enum: mailchimpStates }).notNull().default("none"),
    mailchimpError: text("mailchimp_error"),
    tags: text("tags").array().notNull().default([]),
    /** Since the email address was refused or bounced: no newsletters, but other emails. */
    suppressedAt: instant("suppressed_at"),
  },
  (table) => [
    index("subscribers_newest")
      .on(table.createdAt, table.id)
      .where(sql`suspicion is null`),
    index("subscribers_by_state")
      .on(table.state)
      .where(sql`suspicion is null`),
    check("subscribers_state_known", isOneOf(table.state, subscriberStates)),
    check("subscribers_mailchimp_known", isOneOf(table.mailchimp, mailchimpStates)),
  ],
);

/** The record of consent; rows are only added. */
export const subscriberEvents = pgTable(
  "subscriber_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    subscriberId: rowId("subscriber_id")
      .notNull()
      .references(() => subscribers.id),
    kind: text("kind", { enum: subscriberEventKinds }).notNull(),
    at: instant("at").notNull().defaultNow(),
    /** Form, text of the consent, client IP and browser. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
    importId: rowId("import_id").references(() => imports.id),
  },
  (table) => [
    index("subscriber_events_of_subscriber").on(table.subscriberId, table.id),
    index("subscriber_events_of_import")
      .on(table.importId)
      .where(sql`import_id is not null`),
  ],
);

export const reminders = pgTable(
  "reminders",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    recordKind: text("record_kind", { enum: reminderKinds }).notNull(),
    recordId: rowId("record_id").notNull(),
    /** Names the text, such as `3-days-after`. */
    step: text("step").notNull(),
    /** Melbourne day. */
    dueOn: date("due_on", { mode: "string" }).$type<Day>().notNull(),
    /** Earliest time of that day; null: any. */
    dueAt: instant("due_at"),
    /** The owner said that it need not wait for the bank. */
    releasedAt: instant("released_at"),
    state: text("state", { enum: reminderStates }).notNull().default("wanted"),
    settledAt: instant("settled_at"),
  },
  (table) => [
    uniqueIndex("reminders_once").on(table.recordKind, table.recordId, table.step),
    index("reminders_wanted")
      .on(table.dueOn, table.id)
      .where(sql`state = 'wanted'`),
    check("reminders_kind_known", isOneOf(table.recordKind, reminderKinds)),
    check("reminders_state_known", isOneOf(table.state, reminderStates)),
  ],
);

export const pausedReminders = pgTable(
  "paused_reminders",
  {
    recordKind: text("record_kind", { enum: reminderKinds }).notNull(),
    recordId: rowId("record_id").notNull(),
    pausedAt: instant("paused_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.recordKind, table.recordId] }),
    check("paused_reminders_kind_known", isOneOf(table.recordKind, reminderKinds)),
  ],
);
