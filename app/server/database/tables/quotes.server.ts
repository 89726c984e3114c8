import { and, eq, gte, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  text,
  time,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { quoteClosings, quoteEventKinds } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import {
  receivedAt,
  createdAt,
  id,
  inCalendars,
  instant,
  isOneOf,
  rowId,
} from "./columns.server.ts";
import { contactMessages } from "./enquiries.server.ts";

const accepted = sql`accepted_at is not null`;
const kept = sql`rejected_at is not null and kept_amount > 0`;
const counted = sql`(${accepted}) or (${kept})`;
const pending = sql`accepted_at is null and rejected_at is null and not draft`;

export const quotes = pgTable(
  "invoices",
  {
    id: id(),
    clientName: text("client_name").notNull(),
    clientEmail: text("client_email").notNull(),
    invoiceType: text("invoice_type").notNull(),
    eventTitle: text("event_title"),
    eventDate: date("event_date", { mode: "string" }),
    eventLocation: text("event_location"),
    /** Melbourne times; an end that is not after the start is on the next day. */
    eventStart: time("event_start"),
    eventEnd: time("event_end"),
    /** Each way, in minutes; null: the usual. */
    travelMinutes: integer("travel_minutes"),
    guests: integer("guests"),
    preparedBy: text("prepared_by"),
    /** In A$: before acceptance without add-ons, then the agreed price. */
    totalAmount: numeric("total_amount", { precision: 10, scale: 2 }).notNull(),
    createdAt: createdAt(),
    receivedAt: receivedAt(),
    acceptedAt: instant("accepted_at"),
    rejectedAt: instant("rejected_at"),
    slug: text("slug"),
    details: jsonb("details").$type<Record<string, unknown>>().default({}),
    draft: boolean("draft").notNull().default(false),
    /** Each change after the first email is a new version. */
    version: integer("version").notNull().default(1),
    /** The last Melbourne day to accept it. */
    validUntil: date("valid_until", { mode: "string" }),
    notes: text("notes"),
    /** Null when the owner rejected it. */
    closedAs: text("closed_as", { enum: quoteClosings }),
    /** In A$: what the owner keeps of the payments for a cancelled booking. */
    keptAmount: numeric("kept_amount", { precision: 10, scale: 2 }),
    sentAt: instant("sent_at"),
    viewedAt: instant("viewed_at"),
    views: integer("views").notNull().default(0),
    updatedAt: instant("updated_at"),
    /** The accepted quote that this one replaces when accepted. */
    replacesId: rowId("replaces_id").references((): AnyPgColumn => quotes.id),
    enquiryId: rowId("enquiry_id").references(() => contactMessages.id),
  },
  (table) => [
    uniqueIndex("invoices_slug").on(table.slug),
    uniqueIndex("invoices_one_successor")
      .on(table.replacesId)
      .where(sql`rejected_at is null`),
    index("invoices_accepted").on(table.acceptedAt, table.id).where(counted),
    index("invoices_accepted_backwards")
      .on(table.acceptedAt.desc(), table.id.desc().nullsFirst())
      .where(counted),
    index("invoices_newest").on(table.createdAt, table.id),
    index("invoices_pending").on(table.createdAt, table.id).where(pending),
    index("invoices_expiring")
      .on(
        table.validUntil,
        table.createdAt.desc().nullsFirst(),
        table.id.desc().nullsFirst(),
        // For the order by what is due next, which reads all that are pending.
        table.eventDate,
      )
      .where(pending),
    index("invoices_drafts")
      .on(table.createdAt, table.id)
      .where(sql`draft`),
    index("invoices_closed")
      .on(table.rejectedAt, table.id)
      .where(sql`rejected_at is not null`),
    // Expressions must be the same as in the order of the lists.
    index("invoices_by_activity").on(
      sql`greatest("created_at", "updated_at", "sent_at", "viewed_at", "accepted_at", "rejected_at")`,
      table.id,
    ),
    index("invoices_revenue").on(table.acceptedAt, table.totalAmount).where(accepted),
    index("invoices_kept").on(table.rejectedAt, table.keptAmount).where(kept),
    index("invoices_by_name").on(sql`lower("client_name")`, table.id),
    index("invoices_by_event").on(table.eventDate, table.id),
    index("invoices_by_event_backwards").on(table.eventDate.desc(), table.id.desc().nullsFirst()),
    index("invoices_by_amount").on(sql`coalesce("kept_amount", "total_amount")`, table.id),
    index("invoices_of_client").on(sql`lower("client_email")`),
    index("invoices_of_enquiry")
      .on(table.enquiryId)
      .where(sql`enquiry_id is not null`),
    check("invoices_one_outcome", sql`${table.acceptedAt} is null or ${table.rejectedAt} is null`),
    check("invoices_amount_not_negative", sql`${table.totalAmount} >= 0`),
    check("invoices_amount_known", sql`${table.totalAmount} <> 'NaN'`),
    check("invoices_kept_known", sql`${table.keptAmount} >= 0 and ${table.keptAmount} <> 'NaN'`),
    check(
      "invoices_times_known",
      inCalendars(
        table.createdAt,
        table.acceptedAt,
        table.rejectedAt,
        table.eventDate,
        table.validUntil,
      ),
    ),
    check("invoices_travel_known", sql`${table.travelMinutes} between 0 and 480`),
    check("invoices_guests_known", sql`${table.guests} between 1 and 100000`),
    check("invoices_details_object", sql`jsonb_typeof(${table.details}) = 'object'`),
    check("invoices_closed_as_known", isOneOf(table.closedAs, quoteClosings)),
    check(
      "invoices_draft_is_ours_alone",
      sql`not ${table.draft} or (${table.slug} is null and ${table.acceptedAt} is null and ${
        table.rejectedAt
      } is null)`,
    ),
  ],
);

export const acceptedQuote = isNotNull(quotes.acceptedAt);

export const keptQuote = sql`(${quotes.rejectedAt} is not null and ${quotes.keptAmount} > 0)`;

export const countedQuote = or(acceptedQuote, keptQuote);

/** Sent and undecided, but perhaps expired; {@link answerableQuote} counts as waiting. */
export const openQuote = and(
  isNull(quotes.acceptedAt),
  isNull(quotes.rejectedAt),
  eq(quotes.draft, false),
);

/** `today` is Melbourne's. */
export const answerableQuote = (today: Day) =>
  and(openQuote, or(isNull(quotes.validUntil), gte(quotes.validUntil, today)));

export const expiredQuote = (today: Day) => and(openQuote, lt(quotes.validUntil, today));

/** A trigger refuses updates and deletes. */
export const quoteEvents = pgTable(
  "quote_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    quoteId: rowId("invoice_id")
      .notNull()
      .references(() => quotes.id),
    kind: text("kind", {
      enum: quoteEventKinds,
    }).notNull(),
    /** `client`, or the administrator's email address. */
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index("quote_events_of_invoice").on(table.quoteId, table.id),
    index("quote_events_newest").on(table.at, table.id),
    check("quote_events_kind_known", isOneOf(table.kind, quoteEventKinds)),
  ],
);
