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

/** Who sends invoices and how they are paid: one row. */
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
    /** The name that a payer's bank shows for the PayID. */
    payIdName: text("payid_name").notNull().default(""),
    /** Six digits. */
    bsb: text("bsb").notNull().default(""),
    accountNumber: text("account_number").notNull().default(""),
    depositDays: integer("deposit_days").notNull().default(7),
    invoicePrefix: text("invoice_prefix").notNull().default("INV-"),
    /** Off: an acceptance makes no invoices, and nothing reminds anyone. */
    invoicing: boolean("invoicing").notNull().default(false),
    /** What becomes of sessions that are done, while invoicing is on. */
    sessionInvoicing: text("session_invoicing", { enum: sessionInvoicings })
      .notNull()
      .default("each"),
    /** Since when they become invoices by themselves; null for as long as there were any. */
    sessionsSince: instant("sessions_since"),
    gstBasis: text("gst_basis", { enum: gstBases }).notNull().default("cash"),
    /** Counts changes, so that a tab with an older version cannot overwrite a newer one. */
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

/** When the business was registered for GST, both days included. The migration excludes overlaps. */
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

/** Quarters that were reported to the tax office. */
export const lodgedQuarters = pgTable("lodged_quarters", {
  /** As `2026-4`. */
  quarter: text("quarter").primaryKey(),
  lodgedAt: instant("lodged_at").notNull(),
});

/** The last number of each kind of document. Its row is locked until the document is committed: no gaps. */
export const documentCounters = pgTable(
  "document_counters",
  {
    kind: text("kind", { enum: documentKinds }).primaryKey(),
    last: integer("last").notNull().default(0),
  },
  (table) => [check("document_counters_kind_known", isOneOf(table.kind, documentKinds))],
);

/** A line may lower the total. `gstFree`: it carries no GST although the seller is registered. */
export type InvoiceLine = { text: string; amount: Cents; gstFree?: true };

/** The seller as an issued document names them, whatever is changed later. */
export type Seller = { legalName: string; tradingName: string; abn: string; postalAddress: string };

/** How a document says to pay. */
export type StoredWaysToPay = Pick<
  typeof businessDetails.$inferSelect,
  "legalName" | "payId" | "payIdKind" | "payIdName" | "bsb" | "accountNumber"
>;

/** What a PDF shows that may change after its document was issued. `ways`: null on credit notes. */
export type ShownDetails = Pick<
  typeof salesInvoices.$inferSelect,
  "buyerName" | "buyerEmail" | "buyerAbn" | "buyerAddress" | "purchaseOrder" | "dueOn"
> & { ways: StoredWaysToPay | null };

const kept = (name: string) => bigint(name, { mode: "number" }).$type<Cents>().notNull().default(0);

/** In force, and something is left to pay. */
export const isOpenInvoice = sql`number is not null and kind <> 'credit-note' and voided_at is null
  and total_cents > greatest(paid_cents + credited_cents, 0)`;

/**
 * Invoices and credit notes. Once issued, number, lines, total, GST and day of a document never
 * change. What is paid, open or overdue follows from the payments, whose sums are kept here.
 */
export const salesInvoices = pgTable(
  "sales_invoices",
  {
    id: id(),
    kind: text("kind", { enum: invoiceKinds }).notNull(),
    /** Null while it is a draft, like everything that issuing sets. */
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
    /** The invoice in whose place it was issued, with what was paid for that one. */
    replacesId: rowId("replaces_id").references((): AnyPgColumn => salesInvoices.id, {
      onDelete: "set null",
    }),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    /** Eleven digits, or empty. */
    buyerAbn: text("buyer_abn").notNull().default(""),
    buyerAddress: text("buyer_address").notNull().default(""),
    /** The buyer's own number for it. */
    purchaseOrder: text("purchase_order").notNull().default(""),
    /** Gets the emails about it too. */
    copyEmail: text("copy_email").notNull().default(""),
    /** What it is for, in a few words. */
    title: text("title").notNull().default(""),
    /** Whole cents, GST included; they add up to the total. */
    lines: jsonb("lines").$type<InvoiceLine[]>().notNull(),
    total: bigint("total_cents", { mode: "number" }).$type<Cents>().notNull(),
    /** Null when the seller was not registered on the day of issue. */
    gst: bigint("gst_cents", { mode: "number" }).$type<Cents>(),
    // What follows is kept by the triggers of migration 0038, whoever writes a payment, an answer or a credit note.
    /** What has come in, less refunds. */
    paid: kept("paid_cents"),
    /** What credit notes have taken off it. */
    credited: kept("credited_cents"),
    /** Refunded, and the owner has not said why. */
    returned: kept("returned_cents"),
    /** Refunds and disputes by card: the card service may still say that the money came back. */
    refundedByCard: kept("refunded_by_card_cents"),
    seller: jsonb("seller").$type<Seller>(),
    /** Why a credit note was written, or what the owner adds. */
    note: text("note").notNull().default(""),
    /** The Melbourne day. */
    issuedOn: date("issued_on", { mode: "string" }).$type<Day>(),
    issuedAt: instant("issued_at"),
    /** Null for drafts and credit notes. */
    dueOn: date("due_on", { mode: "string" }).$type<Day>(),
    voidedAt: instant("voided_at"),
    voidReason: text("void_reason"),
    /** Counts changes of its details, so that a tab with older ones cannot overwrite newer ones. */
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

/**
 * The PDFs of a document, each drawn once by the first who needs it: everyone gets the same bytes.
 * One whose details have changed since is kept beside the newer one.
 */
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
