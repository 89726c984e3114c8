import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  date,
} from "drizzle-orm/pg-core";
import {
  creditMoveKinds,
  diaryKinds,
  diaryParties,
  diaryStates,
  servicePlaces,
  sessionInvoicings,
} from "#app/server/database/enums.ts";
import {
  createdAt,
  id,
  inCalendars,
  instant,
  isOneOf,
  receivedAt,
  rowId,
  spamReason,
} from "./columns.server.ts";
import { amebBookings } from "./enquiries.server.ts";
import { services } from "./hours.server.ts";
import { imports } from "./imports.server.ts";
import { salesInvoices } from "./invoices.server.ts";
import { quotes } from "./quotes.server.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { usualChangeNotice } from "#app/values/terms.ts";

const appointments = sql`kind = 'appointment' and suspicion is null and client_email is not null`;

/** The migration adds `blocks` and a constraint: firm entries that take up time don't overlap. */
export const diaryEntries = pgTable(
  "diary_entries",
  {
    id: id(),
    kind: text("kind", { enum: diaryKinds }).notNull(),
    state: text("state", { enum: diaryStates }).notNull().default("booked"),
    /** False: the owner accepted an overlap, or the record could not be refused for it. */
    firm: boolean("firm").notNull().default(true),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** Includes the time kept free around the entry. */
    busyFrom: instant("busy_from").notNull(),
    busyUntil: instant("busy_until").notNull(),
    title: text("title").notNull(),
    serviceId: rowId("service_id").references(() => services.id),
    /** In cents, as agreed at booking; null: none. */
    price: integer("price"),
    /** In hours, as agreed at booking: until when the client can change it online. */
    changeNotice: integer("change_notice").notNull().default(usualChangeNotice),
    /** As agreed for its series; null: as in the business details. */
    sessionInvoicing: text("session_invoicing", { enum: sessionInvoicings }),
    place: text("place", { enum: servicePlaces }),
    placeDetails: text("place_details").notNull().default(""),
    clientName: text("client_name"),
    clientEmail: text("client_email"),
    phone: text("phone"),
    /** Who has the session, if not the client. */
    student: text("student"),
    note: text("note"),
    ownerNote: text("owner_note"),
    /** The client's time zone. */
    zone: text("zone"),
    /** Secret part of the client's link. Only emails contain it: it proves who reads them. */
    token: text("token"),
    /** For the page that answers a form; null if the booker had proved the email address. */
    pageToken: text("page_token"),
    quoteId: rowId("invoice_id").references(() => quotes.id, { onDelete: "cascade" }),
    amebBookingId: rowId("ameb_booking_id").references(() => amebBookings.id, {
      onDelete: "cascade",
    }),
    /** When the owner was told that a request lapses. */
    warnedAt: instant("warned_at"),
    heldUntil: instant("held_until"),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: text("cancelled_by", { enum: diaryParties }),
    cancelledLate: boolean("cancelled_late").notNull().default(false),
    /** A request that was not accepted, rather than a cancelled appointment. */
    declined: boolean("declined").notNull().default(false),
    salesInvoiceId: rowId("sales_invoice_id").references((): AnyPgColumn => salesInvoices.id),
    creditId: rowId("credit_id").references(() => credits.id, { onDelete: "set null" }),
    seriesId: rowId("series_id"),
    /** The start planned in its series; calendars identify the entry by it for ever. */
    seriesStart: instant("series_start"),
    importId: rowId("import_id").references(() => imports.id),
    spamReason: spamReason(),
    createdAt: createdAt(),
    receivedAt: receivedAt(),
    /** For stale tabs, and the SEQUENCE of calendars. */
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at"),
  },
  (table) => [
    uniqueIndex("diary_entries_token").on(table.token),
    uniqueIndex("diary_entries_page_token").on(table.pageToken),
    uniqueIndex("diary_entries_of_quote").on(table.quoteId),
    uniqueIndex("diary_entries_of_booking").on(table.amebBookingId, table.kind),
    index("diary_entries_by_end").on(table.busyUntil, table.id),
    index("diary_entries_by_start").on(table.startsAt, table.id),
    index("diary_entries_of_client").on(sql`lower("client_email")`),
    index("diary_entries_of_service").on(table.serviceId),
    index("diary_entries_newest").on(table.createdAt).where(appointments),
    index("diary_entries_by_name")
      .on(sql`lower("client_name")`)
      .where(appointments),
    index("diary_entries_taking")
      .on(table.startsAt, table.endsAt, table.id)
      .where(sql`state in ('held', 'requested', 'booked') and suspicion is null`),
    index("diary_entries_not_firm")
      .on(table.busyUntil)
      .where(sql`not firm`),
    index("diary_entries_held")
      .on(table.heldUntil)
      .where(sql`state = 'held'`),
    index("diary_entries_requested")
      .on(table.startsAt)
      .where(sql`state = 'requested'`),
    index("diary_entries_of_invoice")
      .on(table.salesInvoiceId)
      .where(sql`sales_invoice_id is not null`),
    index("diary_entries_of_credit")
      .on(table.creditId)
      .where(sql`credit_id is not null`),
    index("diary_entries_of_import")
      .on(table.importId)
      .where(sql`import_id is not null`),
    index("diary_entries_of_series")
      .on(table.seriesId, table.startsAt)
      .where(sql`series_id is not null`),
    check("diary_entries_kind_known", isOneOf(table.kind, diaryKinds)),
    check("diary_entries_state_known", isOneOf(table.state, diaryStates)),
    check("diary_entries_place_known", isOneOf(table.place, servicePlaces)),
    check("diary_entries_cancelled_by_known", isOneOf(table.cancelledBy, diaryParties)),
    check(
      "diary_entries_times_in_order",
      sql`${table.busyFrom} <= ${table.startsAt} and ${table.startsAt} < ${table.endsAt}
        and ${table.endsAt} <= ${table.busyUntil}`,
    ),
    check("diary_entries_notice_known", sql`${table.changeNotice} between 0 and 8760`),
    check("diary_entries_invoicing_known", isOneOf(table.sessionInvoicing, sessionInvoicings)),
    check("diary_entries_times_known", inCalendars(table.busyFrom, table.busyUntil)),
  ],
);

/** Rows are only added: sessions that a package gained or used. */
export const creditMoves = pgTable(
  "credit_moves",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creditId: rowId("credit_id")
      .notNull()
      .references(() => credits.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: creditMoveKinds }).notNull(),
    /** In sessions; negative when used. */
    amount: integer("amount").notNull(),
    /** The session that used or returned it; null once that is erased. */
    entryId: rowId("entry_id").references(() => diaryEntries.id, { onDelete: "set null" }),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("credit_moves_of_credit").on(table.creditId, table.id),
    index("credit_moves_of_entry").on(table.entryId),
    check("credit_moves_kind_known", isOneOf(table.kind, creditMoveKinds)),
    check("credit_moves_amount_not_zero", sql`${table.amount} <> 0`),
  ],
);

// Written out as in their partial indexes, which PostgreSQL would not use for a parameter.
export const isHeldEntry = sql`${diaryEntries.state} = 'held'`;
export const isRequestedEntry = sql`${diaryEntries.state} = 'requested'`;

/** Prepaid packages. The price is on the invoice; the sessions left are the sum of the moves. */
export const credits = pgTable(
  "credits",
  {
    id: id(),
    salesInvoiceId: rowId("sales_invoice_id")
      .notNull()
      .references(() => salesInvoices.id, { onDelete: "cascade" }),
    /** Whose sessions it pays; its invoice may go to another person. */
    clientEmail: text("client_email").notNull(),
    minutes: integer("minutes").notNull(),
    count: integer("count").notNull(),
    /** In cents: one session without the package. */
    singlePrice: integer("single_price").$type<Cents>().notNull(),
    /** The last Melbourne day of a session; null: no limit. */
    expiresOn: date("expires_on", { mode: "string" }).$type<Day>(),
    /** Sold as the invoice of booked sessions: all of them can be used before it is paid. */
    coversUnpaid: boolean("covers_unpaid").notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index("credits_of_client").on(sql`lower("client_email")`),
    index("credits_of_invoice").on(table.salesInvoiceId),
    check(
      "credits_amounts_known",
      sql`${table.minutes} > 0 and ${table.count} > 0 and ${table.singlePrice} >= 0`,
    ),
    check("credits_times_known", inCalendars(table.expiresOn, table.createdAt)),
  ],
);
