import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import {
  documentKinds,
  gstBases,
  invoiceKinds,
  payIdKinds,
  sessionInvoicings,
} from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { bytes, createdAt, id, inCalendars, instant, isOneOf, rowId } from "./columns.server.ts";
import { amebBookings } from "./enquiries.server.ts";
import { quotes } from "./quotes.server.ts";

/** The sender of invoices and how to pay them: one row. */
export const businessDetails = pgTable(
  "business_details",
  {
    id: integer("id").primaryKey().default(1),
    legalName: text("legal_name").notNull().default(""),
    tradingName: text("trading_name").notNull().default(""),
    /** Eleven digits. */
    abn: text("abn").notNull().default(""),
    postalAddress: text("postal_address").notNull().default(""),
    payId: text("payid").notNull().default(""),
    payIdKind: text("payid_kind", { enum: payIdKinds }),
    payIdName: text("payid_name").notNull().default(""),
    /** Six digits. */
    bsb: text("bsb").notNull().default(""),
    accountNumber: text("account_number").notNull().default(""),
    depositDays: integer("deposit_days").notNull().default(7),
    invoicePrefix: text("invoice_prefix").notNull().default("INV-"),
    /** When off, an acceptance makes no invoices and nothing sends reminders. */
    invoicing: boolean("invoicing").notNull().default(false),
    sessionInvoicing: text("session_invoicing", { enum: sessionInvoicings })
      .notNull()
      .default("each"),
    /** Since when sessions become invoices automatically; null: always. */
    sessionsSince: instant("sessions_since"),
    /** When invoicing was switched on: from then on series are invoiced as agreed for them. */
    invoicingSince: instant("invoicing_since"),
    gstBasis: text("gst_basis", { enum: gstBases }).notNull().default("cash"),
    version: integer("version").notNull().default(1),
    updatedAt: instant("updated_at"),
  },
  (table) => [
    check("business_details_one_row", sql`${table.id} = 1`),
    check("business_details_deposit_days_known", sql`${table.depositDays} between 0 and 365`),
    check(
      "business_details_session_invoicing_known",
      isOneOf(table.sessionInvoicing, sessionInvoicings),
    ),
    check("business_details_gst_basis_known", isOneOf(table.gstBasis, gstBases)),
    check("business_details_payid_kind_known", isOneOf(table.payIdKind, payIdKinds)),
  ],
);

/** Periods of GST registration, both days included. The migration excludes overlaps. */
export const gstRegistrations = pgTable(
  "gst_registrations",
  {
    id: id(),
    starts: date("starts", { mode: "string" }).notNull(),
    /** Null: still registered. */
    ends: date("ends", { mode: "string" }),
  },
  (table) => [
    check("gst_registrations_in_order", sql`${table.ends} >= ${table.starts}`),
    check("gst_registrations_times_known", inCalendars(table.starts, table.ends)),
  ],
);

export const lodgedQuarters = pgTable("lodged_quarters", {
  /** Such as `2026-4`. */
  quarter: text("quarter").primaryKey(),
  lodgedAt: instant("lodged_at").notNull(),
});

/** The row is locked until the document is committed, so that numbers have no gaps. */
export const documentCounters = pgTable(
  "document_counters",
  {
    kind: text("kind", { enum: documentKinds }).primaryKey(),
    last: integer("last").notNull().default(0),
  },
  (table) => [check("document_counters_kind_known", isOneOf(table.kind, documentKinds))],
);

/** A line may lower the total. `gstFree`: no GST although the seller is registered. */
export type InvoiceLine = { text: string; amount: Cents; gstFree?: true };

/** As the issued document names the seller; later changes don't apply. */
type Seller = { legalName: string; tradingName: string; abn: string; postalAddress: string };

export type StoredWaysToPay = Pick<
  typeof businessDetails.$inferSelect,
  "legalName" | "payId" | "payIdKind" | "payIdName" | "bsb" | "accountNumber"
>;

/** Details of a PDF that may change after issue. `ways`: null on credit notes. */
export type ShownDetails = Pick<
  typeof salesInvoices.$inferSelect,
  "buyerName" | "buyerEmail" | "buyerAbn" | "buyerAddress" | "purchaseOrder" | "dueOn"
> & { ways: StoredWaysToPay | null };

const kept = (name: string) => bigint(name, { mode: "number" }).$type<Cents>().notNull().default(0);

export const isOpenInvoice = sql`number is not null and kind <> 'credit-note' and voided_at is null
  and total_cents - greatest(paid_cents + credited_cents, 0) > 0`;

export const isPaidInvoice = sql`number is not null and kind <> 'credit-note' and voided_at is null
  and (total_cents = 0 or (paid_cents > 0 and paid_cents + credited_cents >= total_cents))`;

/** Number, lines, total, GST and day never change after issue. */
export const salesInvoices = pgTable(
  "sales_invoices",
  {
    id: id(),
    kind: text("kind", { enum: invoiceKinds }).notNull(),
    /** Null in a draft, like everything that issuing sets. */
    number: text("number"),
    /** At most 18 characters A-Z and 0-9, for the payer's bank statement. */
    reference: text("reference"),
    /** Null once the buyer's data was erased: the public page has ended. */
    slug: text("slug"),
    quoteId: rowId("quote_id").references(() => quotes.id),
    amebBookingId: rowId("ameb_booking_id").references(() => amebBookings.id, {
      onDelete: "set null",
    }),
    /** The invoice that a credit note corrects. */
    creditsId: rowId("credits_id").references((): AnyPgColumn => salesInvoices.id),
    /** The invoice that this one replaces, with what was paid for it. */
    replacesId: rowId("replaces_id").references((): AnyPgColumn => salesInvoices.id, {
      onDelete: "set null",
    }),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    buyerAbn: text("buyer_abn").notNull().default(""),
    buyerAddress: text("buyer_address").notNull().default(""),
    purchaseOrder: text("purchase_order").notNull().default(""),
    copyEmail: text("copy_email").notNull().default(""),
    title: text("title").notNull().default(""),
    /** In cents, GST included; they add up to the total. */
    lines: jsonb("lines").$type<InvoiceLine[]>().notNull(),
    total: bigint("total_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** Null: the seller was not registered on the day of issue. */
    gst: bigint("gst_cents", { mode: "number" }).$type<Cents>(),
    // Triggers of migration 0038 keep these sums, whatever writes a payment, answer or credit note.
    /** Less refunds. */
    paid: kept("paid_cents"),
    credited: kept("credited_cents"),
    /** Refunds for which the owner has given no reason. */
    returned: kept("returned_cents"),
    /** Refunds and disputes by card: the card service may still say that the money came back. */
    refundedByCard: kept("refunded_by_card_cents"),
    seller: jsonb("seller").$type<Seller>(),
    /** The reason of a credit note, or the owner's addition. */
    note: text("note").notNull().default(""),
    /** Melbourne day. */
    issuedOn: date("issued_on", { mode: "string" }).$type<Day>(),
    issuedAt: instant("issued_at"),
    /** Null for drafts and credit notes. */
    dueOn: date("due_on", { mode: "string" }).$type<Day>(),
    voidedAt: instant("voided_at"),
    voidReason: text("void_reason"),
    version: integer("version").notNull().default(1),
    createdAt: createdAt(),
    /** `client`, or the administrator's email address. */
    createdBy: text("created_by").notNull(),
  },
  (table) => [
    uniqueIndex("sales_invoices_number").on(table.number),
    uniqueIndex("sales_invoices_reference").on(table.reference),
    uniqueIndex("sales_invoices_slug").on(table.slug),
    uniqueIndex("sales_invoices_replaces").on(table.replacesId),
    index("sales_invoices_of_quote").on(table.quoteId),
    index("sales_invoices_of_booking").on(table.amebBookingId),
    index("sales_invoices_credits").on(table.creditsId),
    index("sales_invoices_of_client").on(sql`lower("buyer_email")`),
    index("sales_invoices_issued").on(table.issuedOn, table.id),
    index("sales_invoices_due").on(table.dueOn, table.id),
    index("sales_invoices_open").on(table.dueOn, table.id).where(isOpenInvoice),
    index("sales_invoices_paid")
      .on(table.issuedOn.desc(), table.id.desc().nullsFirst())
      .where(isPaidInvoice),
    index("sales_invoices_returned")
      .on(table.createdAt)
      .where(sql`returned_cents > 0`),
    index("sales_invoices_by_name").on(sql`lower("buyer_name")`, table.id),
    index("sales_invoices_newest").on(table.createdAt, table.id),
    check("sales_invoices_kind_known", isOneOf(table.kind, invoiceKinds)),
    check("sales_invoices_total_not_negative", sql`${table.total} >= 0`),
    check("sales_invoices_gst_within_total", sql`${table.gst} between 0 and ${table.total}`),
    check("sales_invoices_lines_array", sql`jsonb_typeof(${table.lines}) = 'array'`),
    check(
      "sales_invoices_issued_whole",
      sql`(${table.number} is null) = (${table.issuedOn} is null)
        and (${table.number} is null) = (${table.issuedAt} is null)
        and (${table.number} is null) = (${table.seller} is null)`,
    ),
    check(
      "sales_invoices_credit_names_invoice",
      sql`(${table.kind} = 'credit-note') = (${table.creditsId} is not null)`,
    ),
    check("sales_invoices_times_known", inCalendars(table.issuedOn, table.dueOn, table.createdAt)),
  ],
);

/** A PDF is drawn once, so that all readers get the same bytes; changed details make a new row. */
export const invoicePdfs = pgTable(
  "invoice_pdfs",
  {
    id: id(),
    salesInvoiceId: rowId("sales_invoice_id")
      .notNull()
      .references(() => salesInvoices.id, { onDelete: "cascade" }),
    /** Empty: not known. */
    shows: jsonb("shows")
      .$type<ShownDetails>()
      .notNull()
      .default(sql`'{}'`),
    content: bytes("content").notNull(),
    drawnAt: instant("drawn_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("invoice_pdfs_once").on(table.salesInvoiceId, sql`md5("shows"::text)`)],
);
