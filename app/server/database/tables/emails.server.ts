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
} from "drizzle-orm/pg-core";
import { emailStates } from "#app/server/database/enums.ts";
import { createdAt, deletedAt, id, instant, isOneOf, rowId } from "./columns.server.ts";
import { diaryEntries } from "./diary.server.ts";
import { amebBookings, contactMessages } from "./enquiries.server.ts";
import { salesInvoices, type ShownDetails } from "./invoices.server.ts";
import { subscribers } from "./newsletter.server.ts";
import { payments } from "./payments.server.ts";
import { quotes } from "./quotes.server.ts";

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
