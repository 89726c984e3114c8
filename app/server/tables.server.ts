import { sql } from "drizzle-orm";
import { type AnyPgColumn, bigint, boolean, check, date, index, integer, jsonb, numeric, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { type Suspicion, suspicions } from "#app/values/form-guard.ts";

/*
 * One schema for the embedded database and for PostgreSQL. The four tables of the specification
 * carry its column names; owners arrive with such rows from a hosted PostgreSQL, so everything
 * of ours beside them is nullable or has a default.
 */

/** What an event enquiry asks for beside the message (specification, section 3). */
export type EventFields = { firstName: string; lastName: string; phone: string; suburb: string; eventDescription: string; pianoType: string };

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
/** What made a form look like a program's; such rows are set apart until the owner has looked. */
const suspicion = () => text("suspicion", { enum: suspicions }).$type<Suspicion>();
const id = () => uuid("id").primaryKey().default(sql`gen_random_uuid()`);
const createdAt = () => instant("created_at").notNull().defaultNow();

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
    suspicion: suspicion(),
  },
  (table) => [
    index("contact_messages_suspected").on(table.createdAt.desc(), table.id).where(sql`suspicion is not null`),
    index("contact_messages_newest").on(table.createdAt.desc(), table.id),
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
    /** Still being written: it has no link and nobody but the owner sees it. */
    draft: boolean("draft").notNull().default(false),
    /** Counts what the client was shown: each change after the first letter is a new version. */
    version: integer("version").notNull().default(1),
    /** The last Melbourne day on which it can be accepted. */
    validUntil: date("valid_until", { mode: "string" }),
    /** What the client reads beside the figures. */
    notes: text("notes"),
    /** Why it was rejected, where that is more than the owner's Reject. */
    closedAs: text("closed_as", { enum: ["declined", "withdrawn", "replaced"] }),
    sentAt: instant("sent_at"),
    viewedAt: instant("viewed_at"),
    views: integer("views").notNull().default(0),
    /** The last change of what it says; two tabs that edit are told apart by it. */
    updatedAt: instant("updated_at"),
    /** The accepted quote that this one takes the place of once it is accepted itself. */
    replacesId: uuid("replaces_id").references((): AnyPgColumn => invoices.id),
    /** The enquiry that it answers. */
    enquiryId: uuid("enquiry_id").references(() => contactMessages.id),
  },
  (table) => [
    uniqueIndex("invoices_slug").on(table.slug),
    uniqueIndex("invoices_one_successor").on(table.replacesId).where(sql`rejected_at is null`),
    index("invoices_accepted").on(table.acceptedAt.desc(), table.id).where(sql`accepted_at is not null`),
    index("invoices_newest").on(table.createdAt.desc(), table.id),
    check("invoices_one_outcome", sql`${table.acceptedAt} is null or ${table.rejectedAt} is null`),
    check("invoices_amount_not_negative", sql`${table.totalAmount} >= 0`),
    check("invoices_details_object", sql`jsonb_typeof(${table.details}) = 'object'`),
    check("invoices_closed_as_known", sql`${table.closedAs} in ('declined', 'withdrawn', 'replaced')`),
    check("invoices_draft_is_ours_alone", sql`not ${table.draft} or (${table.slug} is null and ${table.acceptedAt} is null and ${table.rejectedAt} is null)`),
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
    suspicion: suspicion(),
  },
  (table) => [
    index("ameb_bookings_newest").on(table.createdAt.desc(), table.id),
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
});

/** What happened to a quote, in order. Rows are only ever added; a trigger refuses anything else. */
export const quoteEvents = pgTable(
  "quote_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    invoiceId: uuid("invoice_id").notNull().references(() => invoices.id),
    kind: text("kind", { enum: ["sent", "viewed", "revised", "accepted", "rejected", "declined", "withdrawn", "replaced", "reopened"] }).notNull(),
    /** `client`, or the administrator's e-mail address. */
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index("quote_events_of_invoice").on(table.invoiceId, table.id),
    check("quote_events_kind_known", sql`${table.kind} in ('sent', 'viewed', 'revised', 'accepted', 'rejected', 'declined', 'withdrawn', 'replaced', 'reopened')`),
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
    amebBookingId: uuid("ameb_booking_id").references(() => amebBookings.id),
    invoiceId: uuid("invoice_id").references(() => invoices.id),
    subscriberId: uuid("subscriber_id").references(() => subscribers.id),
    /** Where one click ends what this letter belongs to; it goes out as the letter's List-Unsubscribe. */
    unsubscribeUrl: text("unsubscribe_url"),
  },
  (table) => [
    index("letters_newest").on(table.createdAt.desc(), table.id),
    index("letters_failed").on(table.createdAt).where(sql`state = 'failed'`),
    index("letters_of_invoice").on(table.invoiceId),
    index("letters_of_message").on(table.contactMessageId),
    index("letters_of_booking").on(table.amebBookingId),
    check("letters_state_known", sql`${table.state} in ('queued', 'sending', 'sent', 'captured', 'failed')`),
  ],
);

/** Everybody who ever asked for the newsletter, and how they stand with it. */
export const subscribers = pgTable(
  "subscribers",
  {
    id: id(),
    /** In lower case: one person, one row. */
    email: text("email").notNull().unique(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    state: text("state", { enum: ["pending", "subscribed", "unsubscribed"] }).notNull(),
    suspicion: suspicion(),
    createdAt: createdAt(),
    /** How it stands with Mailchimp; `none` while there is no key. */
    mailchimp: text("mailchimp", { enum: ["none", "waiting", "done", "refused"] }).notNull().default("none"),
    /** Why Mailchimp has not taken it, in its own words. */
    mailchimpError: text("mailchimp_error"),
  },
  (table) => [
    index("subscribers_newest").on(table.createdAt.desc(), table.id),
    check("subscribers_state_known", sql`${table.state} in ('pending', 'subscribed', 'unsubscribed')`),
    check("subscribers_mailchimp_known", sql`${table.mailchimp} in ('none', 'waiting', 'done', 'refused')`),
  ],
);

/** The newsletter's ledger: who agreed to what, where and when, and who left. Rows are only ever added. */
export const subscriberEvents = pgTable(
  "subscriber_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    subscriberId: uuid("subscriber_id").notNull().references(() => subscribers.id),
    kind: text("kind", { enum: ["asked", "confirmed", "unsubscribed"] }).notNull(),
    at: instant("at").notNull().defaultNow(),
    /** Form, wording of the consent, address and browser. */
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [index("subscriber_events_of_subscriber").on(table.subscriberId, table.id)],
);

/** Forms that have arrived, by a hash, so that a second arrival of one is known. */
export const submissions = pgTable(
  "submissions",
  { id: text("id").primaryKey(), contentHash: text("content_hash").notNull(), at: instant("at").notNull() },
  (table) => [index("submissions_at").on(table.at)],
);

/** How many forms an address has sent in a window, by a keyed hash; shared by all processes. */
export const formCounters = pgTable(
  "form_counters",
  { id: text("id").primaryKey(), began: instant("began").notNull(), count: integer("count").notNull() },
  (table) => [index("form_counters_began").on(table.began)],
);

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
    /** How sure we are who it is: `aal2` after a second factor. */
    aal: text("aal", { enum: ["aal1", "aal2"] }).notNull().default("aal1"),
    /** How the person signed in; a text message is no second factor for who came by one. */
    way: text("way").notNull().default(""),
  },
  (table) => [index("sessions_of_user").on(table.userId), check("sessions_aal_known", sql`${table.aal} in ('aal1', 'aal2')`)],
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

/** Who signed in, when, from where and how; a device that was not seen before is told of by letter. */
export const signIns = pgTable(
  "sign_ins",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
    at: instant("at").notNull().defaultNow(),
    address: text("address"),
    userAgent: text("user_agent"),
    way: text("way").notNull(),
    deviceHash: text("device_hash").notNull(),
  },
  (table) => [index("sign_ins_of_user").on(table.userId, table.at.desc())],
);

/** Second factors. One that is not verified yet counts for nothing. */
export const factors = pgTable(
  "factors",
  {
    id: id(),
    userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
    type: text("type", { enum: ["totp", "phone"] }).notNull(),
    /** The authenticator's secret, encrypted. */
    secret: text("secret"),
    /** The number that gets the codes, as `+61400000000`. */
    phone: text("phone"),
    createdAt: createdAt(),
    verifiedAt: instant("verified_at"),
    /** The last 30-second step whose code was used; it and all before are spent. */
    lastStep: integer("last_step").notNull().default(0),
  },
  (table) => [
    index("factors_of_user").on(table.userId),
    uniqueIndex("factors_phone").on(table.phone).where(sql`verified_at is not null`),
    check("factors_type_known", sql`(${table.type} = 'totp' and ${table.secret} is not null) or (${table.type} = 'phone' and ${table.phone} is not null)`),
  ],
);

/** Codes for the day on which no factor is at hand. Only hashes are kept; each works once. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: text("user_id").notNull().references(() => users.id, { onDelete: "cascade" }),
    usedAt: instant("used_at"),
  },
  (table) => [index("recovery_codes_of_user").on(table.userId)],
);

/** One-time codes under way by e-mail or text message, one for each purpose. Only hashes are kept. */
export const oneTimeCodes = pgTable("one_time_codes", {
  purpose: text("purpose").primaryKey(),
  codeHash: text("code_hash").notNull(),
  attempts: integer("attempts").notNull().default(0),
  expiresAt: instant("expires_at").notNull(),
});

/** The keys that sign tokens, private halves encrypted; an old one stays until the tokens it signed have expired. */
export const jwks = pgTable("jwks", {
  id: text("id").primaryKey(),
  publicKey: text("public_key").notNull(),
  privateKey: text("private_key").notNull(),
  createdAt: createdAt(),
  expiresAt: instant("expires_at"),
  alg: text("alg"),
  crv: text("crv"),
});
