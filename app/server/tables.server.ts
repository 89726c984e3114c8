import { sql } from "drizzle-orm";
import { bigint, boolean, check, date, index, integer, jsonb, numeric, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/*
 * One schema for the embedded database and for PostgreSQL. The four tables of the specification
 * carry its column names; owners arrive with such rows from a hosted PostgreSQL, so everything
 * of ours beside them is nullable or has a default.
 */

/** What an event enquiry asks for beside the message (specification, section 3). */
export type EventFields = { firstName: string; lastName: string; phone: string; suburb: string; eventDescription: string; pianoType: string };

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const id = () => uuid("id").primaryKey().default(sql`gen_random_uuid()`);
const createdAt = () => instant("created_at").notNull().defaultNow();
/** Set while a deleted row can still be taken back; every query but the one of deleted things leaves it out. */
const deletedAt = () => instant("deleted_at");

/** The words of these columns as the search looks for them; parts of an address are words of their own. */
function words(...columns: string[]) {
  const all = columns.map((column) => `coalesce("${column}", '')`).join(" || ' ' || ");
  return sql.raw(`to_tsvector('simple', translate(${all}, '@.-_+/', '      '))`);
}

/** What each list is searched by; index and query must be the same expression. */
export const searchWords = {
  invoices: words("client_name", "client_email", "invoice_type", "event_title", "event_location"),
  amebBookings: words("student_parent_name", "contact_email", "exam_board_grade", "teacher_name"),
  contactMessages: words("name", "email", "message"),
  emailTemplates: words("name", "subject", "body"),
  letters: words("recipient", "subject"),
};

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    createdAt: createdAt(),
    state: text("state", { enum: ["new", "answered", "archived"] }).notNull().default("new"),
    /** An event enquiry's own fields, from which a quote can be made; empty for a plain message. */
    event: jsonb("event").$type<EventFields>(),
  },
  (table) => [
    index("contact_messages_newest").on(table.createdAt.desc(), table.id),
    index("contact_messages_new").on(table.createdAt).where(sql`state = 'new'`),
    index("contact_messages_of_client").on(sql`lower("email")`),
    index("contact_messages_words").using("gin", searchWords.contactMessages),
    check("contact_messages_state_known", sql`${table.state} in ('new', 'answered', 'archived')`),
  ],
);

export const invoices = pgTable(
  "invoices",
  {
    id: id(),
    clientName: text("client_name").notNull(),
    clientEmail: text("client_email").notNull(),
    invoiceType: text("invoice_type").notNull(),
    eventTitle: text("event_title"),
    eventDate: date("event_date", { mode: "string" }),
    eventLocation: text("event_location"),
    preparedBy: text("prepared_by"),
    /** A$. Before acceptance the price without add-ons, afterwards what was agreed. */
    totalAmount: numeric("total_amount", { precision: 10, scale: 2 }).notNull(),
    createdAt: createdAt(),
    acceptedAt: instant("accepted_at"),
    rejectedAt: instant("rejected_at"),
    slug: text("slug"),
    details: jsonb("details").$type<Record<string, unknown>>().default({}),
  },
  (table) => [
    uniqueIndex("invoices_slug").on(table.slug),
    index("invoices_accepted").on(table.acceptedAt.desc(), table.id).where(sql`accepted_at is not null`),
    index("invoices_newest").on(table.createdAt.desc(), table.id),
    index("invoices_pending").on(table.createdAt.desc(), table.id).where(sql`accepted_at is null and rejected_at is null`),
    index("invoices_rejected").on(table.createdAt.desc(), table.id).where(sql`rejected_at is not null`),
    index("invoices_revenue").on(table.acceptedAt, table.totalAmount).where(sql`accepted_at is not null`),
    index("invoices_by_name").on(sql`lower("client_name")`, table.id),
    index("invoices_by_event").on(table.eventDate, table.id),
    index("invoices_by_amount").on(table.totalAmount, table.id),
    index("invoices_of_client").on(sql`lower("client_email")`),
    index("invoices_words").using("gin", searchWords.invoices),
    check("invoices_one_outcome", sql`${table.acceptedAt} is null or ${table.rejectedAt} is null`),
    check("invoices_amount_not_negative", sql`${table.totalAmount} >= 0`),
    check("invoices_details_object", sql`jsonb_typeof(${table.details}) = 'object'`),
  ],
);

export const amebBookings = pgTable(
  "ameb_bookings",
  {
    id: id(),
    studentParentName: text("student_parent_name").notNull(),
    contactEmail: text("contact_email").notNull(),
    /** A calendar date; empty while the board has not announced it. */
    examDate: date("exam_date", { mode: "string" }),
    examTime: text("exam_time").notNull(),
    examBoardGrade: text("exam_board_grade").notNull(),
    teacherName: text("teacher_name"),
    serviceRequired: text("service_required").array().notNull(),
    /** Minutes of rehearsal that were asked for; empty when none was chosen. */
    rehearsalMinutes: integer("rehearsal_minutes"),
    status: text("status", { enum: ["pending", "contacted", "booked", "cancelled"] }).notNull().default("pending"),
    createdAt: createdAt(),
    deletedAt: deletedAt(),
  },
  (table) => [
    index("ameb_bookings_newest").on(table.createdAt.desc(), table.id),
    index("ameb_bookings_pending").on(table.createdAt.desc(), table.id).where(sql`status = 'pending'`),
    index("ameb_bookings_by_exam").on(table.examDate, table.id),
    index("ameb_bookings_by_name").on(sql`lower("student_parent_name")`, table.id),
    index("ameb_bookings_of_client").on(sql`lower("contact_email")`),
    index("ameb_bookings_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
    index("ameb_bookings_words").using("gin", searchWords.amebBookings),
    check("ameb_bookings_rehearsal_known", sql`${table.rehearsalMinutes} in (15, 30, 45)`),
    check("ameb_bookings_status_known", sql`${table.status} in ('pending', 'contacted', 'booked', 'cancelled')`),
  ],
);

export const emailTemplates = pgTable("email_templates", {
  id: id(),
  name: text("name").notNull(),
  subject: text("subject").notNull(),
  body: text("body").notNull(),
  createdAt: createdAt(),
  /** Counts the changes, so that a tab that shows an older one cannot overwrite a newer. */
  version: integer("version").notNull().default(1),
  deletedAt: deletedAt(),
});

/** What happened to a quote, in order. Rows are only ever added; a trigger refuses anything else. */
export const quoteEvents = pgTable(
  "quote_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    invoiceId: uuid("invoice_id").notNull().references(() => invoices.id),
    kind: text("kind", { enum: ["accepted", "rejected"] }).notNull(),
    /** `client`, or the administrator's e-mail address. */
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index("quote_events_of_invoice").on(table.invoiceId, table.id),
    index("quote_events_newest").on(table.at.desc(), table.id),
    check("quote_events_kind_known", sql`${table.kind} in ('accepted', 'rejected')`),
  ],
);

/** The outbox: a letter is a row in the transaction that caused it, and stays as the record of what was sent. */
export const letters = pgTable(
  "letters",
  {
    id: id(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    replyTo: text("reply_to"),
    subject: text("subject").notNull(),
    html: text("html").notNull(),
    text: text("text").notNull(),
    state: text("state", { enum: ["queued", "sending", "sent", "captured", "failed"] }).notNull().default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    createdAt: createdAt(),
    settledAt: instant("settled_at"),
    contactMessageId: uuid("contact_message_id").references(() => contactMessages.id),
    amebBookingId: uuid("ameb_booking_id").references(() => amebBookings.id, { onDelete: "set null" }),
    invoiceId: uuid("invoice_id").references(() => invoices.id),
  },
  (table) => [
    index("letters_newest").on(table.createdAt.desc(), table.id),
    index("letters_failed").on(table.createdAt).where(sql`state = 'failed'`),
    index("letters_to_client").on(sql`lower("recipient")`),
    index("letters_words").using("gin", searchWords.letters),
    index("letters_of_invoice").on(table.invoiceId),
    index("letters_of_message").on(table.contactMessageId),
    index("letters_of_booking").on(table.amebBookingId),
    check("letters_state_known", sql`${table.state} in ('queued', 'sending', 'sent', 'captured', 'failed')`),
  ],
);

/** Who changed what in the back office, before and after. Rows are only ever added; a trigger refuses anything else. */
export const activity = pgTable(
  "activity",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    /** The administrator's e-mail address. */
    actor: text("actor").notNull(),
    /** What was done, in the past tense: `deleted`. */
    action: text("action").notNull(),
    subjectKind: text("subject_kind", { enum: ["booking", "template", "quote", "message", "letter", "calendar"] }).notNull(),
    subjectId: uuid("subject_id"),
    /** What it was done to, as people call it. */
    label: text("label").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
  },
  (table) => [index("activity_newest").on(table.at.desc(), table.id), index("activity_of_subject").on(table.subjectId)],
);

/** Private addresses of the exam calendar. Only the hash of the token is kept. */
export const calendarLinks = pgTable("calendar_links", {
  tokenHash: text("token_hash").primaryKey(),
  createdAt: createdAt(),
  endedAt: instant("ended_at"),
});

/** One-time links that make an owner. Only the hash of the token is kept. */
export const setupLinks = pgTable("setup_links", {
  tokenHash: text("token_hash").primaryKey(),
  /** Empty: whoever opens the link names the address. */
  email: text("email"),
  createdAt: createdAt(),
  expiresAt: instant("expires_at").notNull(),
  usedAt: instant("used_at"),
});

export const users = pgTable("users", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  email: text("email").notNull().unique(),
  emailVerified: boolean("email_verified").notNull().default(false),
  image: text("image"),
  role: text("role", { enum: ["user", "admin"] }).notNull().default("user"),
  createdAt: createdAt(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

export const sessions = pgTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    token: text("token").notNull().unique(),
    userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("sessions_of_user").on(table.userId)],
);

export const accounts = pgTable(
  "accounts",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: instant("access_token_expires_at"),
    refreshTokenExpiresAt: instant("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("accounts_of_user").on(table.userId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: text("id").primaryKey(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: instant("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** Counters of the sign-in limits, shared by all processes. */
export const rateLimits = pgTable("rate_limits", {
  id: text("id").primaryKey(),
  key: text("key").notNull().unique(),
  count: integer("count").notNull(),
  lastRequest: bigint("last_request", { mode: "number" }).notNull(),
});
