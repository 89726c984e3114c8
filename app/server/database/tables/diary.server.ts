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
} from "drizzle-orm/pg-core";
import {
  creditMoveKinds,
  diaryKinds,
  diaryParties,
  diaryStates,
  servicePlaces,
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
import { credits } from "./credits.server.ts";
import { amebBookings } from "./enquiries.server.ts";
import { services } from "./hours.server.ts";
import { salesInvoices } from "./invoices.server.ts";
import { quotes } from "./quotes.server.ts";

/**
 * Everything that takes up the owner's time. The migration adds the column `blocks`, generated from
 * `busy_from` and `busy_until`, and a constraint that no two firm entries which take up time overlap in it.
 */
export const diaryEntries = pgTable(
  "diary_entries",
  {
    id: id(),
    kind: text("kind", { enum: diaryKinds }).notNull(),
    state: text("state", { enum: diaryStates }).notNull().default("booked"),
    /** False where the owner has accepted that it overlaps another, or a record could not be refused for it. */
    firm: boolean("firm").notNull().default(true),
    startsAt: instant("starts_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    /** With the time that is kept free around it. */
    busyFrom: instant("busy_from").notNull(),
    busyUntil: instant("busy_until").notNull(),
    /** The service's name, the event's or the exam's, or what the owner calls it. */
    title: text("title").notNull(),
    serviceId: rowId("service_id").references(() => services.id),
    /** In cents, as agreed when it was booked; null where none was. */
    price: integer("price"),
    /** Until how many hours before it its client can change it online, as agreed when it was booked. */
    changeNotice: integer("change_notice").notNull().default(48),
    place: text("place", { enum: servicePlaces }),
    placeDetails: text("place_details").notNull().default(""),
    clientName: text("client_name"),
    clientEmail: text("client_email"),
    /** For a reminder by text message. */
    phone: text("phone"),
    /** Who has the session, where it is another person. */
    student: text("student"),
    /** The client's words. */
    note: text("note"),
    /** The owner's own, which nobody else reads. */
    ownerNote: text("owner_note"),
    /** The time zone that the client reads times in. */
    zone: text("zone"),
    /** The secret part of the client's link, which only emails say: it proves who reads them. */
    token: text("token"),
    /** Of the page that a form is answered with; null where whoever booked had proved the address. */
    pageToken: text("page_token"),
    quoteId: rowId("invoice_id").references(() => quotes.id, { onDelete: "cascade" }),
    amebBookingId: rowId("ameb_booking_id").references(() => amebBookings.id, {
      onDelete: "cascade",
    }),
    /** When the owner was told that a request lapses. */
    warnedAt: instant("warned_at"),
    /** Of a held entry. */
    heldUntil: instant("held_until"),
    cancelledAt: instant("cancelled_at"),
    cancelledBy: text("cancelled_by", { enum: diaryParties }),
    /** Cancelled after the notice for changes had passed. */
    cancelledLate: boolean("cancelled_late").notNull().default(false),
    /** A request that was not taken, rather than an appointment that was cancelled. */
    declined: boolean("declined").notNull().default(false),
    /** The invoice that a session became. */
    salesInvoiceId: rowId("sales_invoice_id").references((): AnyPgColumn => salesInvoices.id),
    /** The package that a session is taken from; its moves say since when. */
    creditId: rowId("credit_id").references(() => credits.id, { onDelete: "set null" }),
    /** Of the lessons that were made as one series. */
    seriesId: rowId("series_id"),
    /** When it was to begin in its series; calendars know it by that for ever. */
    seriesStart: instant("series_start"),
    spamReason: spamReason(),
    createdAt: createdAt(),
    receivedAt: receivedAt(),
    /** Counts changes, for stale tabs and as the SEQUENCE of calendars. */
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
    check("diary_entries_times_known", inCalendars(table.busyFrom, table.busyUntil)),
  ],
);

/** Lines that only grow: what a package gained and gave. */
export const creditMoves = pgTable(
  "credit_moves",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    creditId: rowId("credit_id")
      .notNull()
      .references(() => credits.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: creditMoveKinds }).notNull(),
    /** In sessions; negative for what it gave. */
    amount: integer("amount").notNull(),
    /** The session that it was used for, or that gave it back; null once that is erased. */
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

// Written out as in their partial indexes, which PostgreSQL would not find for a parameter.
export const isHeldEntry = sql`${diaryEntries.state} = 'held'`;
export const isRequestedEntry = sql`${diaryEntries.state} = 'requested'`;
