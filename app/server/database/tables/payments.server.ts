import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { paymentMethods, refundPurposes } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { createdAt, id, inCalendars, instant, isOneOf, rowId } from "./columns.server.ts";
import { salesInvoices } from "./invoices.server.ts";

export const bankImports = pgTable("bank_imports", {
  id: id(),
  createdAt: createdAt(),
  createdBy: text("created_by").notNull(),
  fileName: text("file_name").notNull().default(""),
  /** Its latest day, of debits too; null: not recorded. */
  coversUntil: date("covers_until", { mode: "string" }).$type<Day>(),
});

/** A credit. The same line of a later import is the same row. */
export const bankLines = pgTable(
  "bank_lines",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    importId: rowId("import_id")
      .notNull()
      .references(() => bankImports.id),
    day: date("day", { mode: "string" }).$type<Day>().notNull(),
    amount: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    text: text("text").notNull(),
    /** Numbers the equal lines of one statement from 1. */
    occurrence: integer("occurrence").notNull(),
    /** Of day, amount and text without blanks and case; older rows have the unchanged text. */
    fingerprint: text("fingerprint").notNull(),
    /** The owner said that it pays no invoice. */
    dismissedAt: instant("dismissed_at"),
  },
  (table) => [
    uniqueIndex("bank_lines_once").on(table.fingerprint, table.occurrence),
    index("bank_lines_of_import").on(table.importId),
    index("bank_lines_newest").on(table.day, table.id),
    check("bank_lines_are_credits", sql`${table.amount} > 0`),
    check("bank_lines_times_known", inCalendars(table.day)),
  ],
);

export const bankColumnMappings = pgTable("bank_column_mappings", {
  header: text("header").primaryKey(),
  mapping: jsonb("mapping").$type<Record<string, unknown>>().notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

/** Negative: a refund. A trigger refuses updates and deletes: a mistake is reversed. */
export const payments = pgTable(
  "payments",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    salesInvoiceId: rowId("sales_invoice_id")
      .notNull()
      .references(() => salesInvoices.id),
    paidOn: date("paid_on", { mode: "string" }).$type<Day>().notNull(),
    amount: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    method: text("method", { enum: paymentMethods }).notNull(),
    reason: text("reason").notNull().default(""),
    reversesId: bigint("reverses_id", { mode: "number" }).references(
      (): AnyPgColumn => payments.id,
    ),
    bankLineId: bigint("bank_line_id", { mode: "number" }).references(() => bankLines.id),
    /** Identifies a repeated form or a repeated event of the card service. */
    externalId: text("external_id"),
    /** The administrator's email address, or the service that reported it. */
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [
    index("payments_of_invoice").on(table.salesInvoiceId, table.id),
    index("payments_of_line").on(table.bankLineId),
    index("payments_by_day").on(table.paidOn, table.id),
    uniqueIndex("payments_reversed_once").on(table.reversesId),
    uniqueIndex("payments_external").on(table.externalId),
    check("payments_amount_not_zero", sql`${table.amount} <> 0`),
    check("payments_method_known", isOneOf(table.method, paymentMethods)),
    check("payments_times_known", inCalendars(table.paidOn)),
  ],
);

/** Until the owner has said why, nobody is asked for the refunded money. */
export const refundAnswers = pgTable(
  "refund_answers",
  {
    paymentId: bigint("payment_id", { mode: "number" })
      .primaryKey()
      .references(() => payments.id, { onDelete: "cascade" }),
    purpose: text("purpose", { enum: refundPurposes }).notNull(),
    actor: text("actor").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [check("refund_answers_purpose_known", isOneOf(table.purpose, refundPurposes))],
);

/** A payment or refund that the owner typed before the card service reported it. */
export const cardMatches = pgTable(
  "card_matches",
  {
    externalId: text("external_id").primaryKey(),
    paymentId: bigint("payment_id", { mode: "number" })
      .notNull()
      .references(() => payments.id, { onDelete: "cascade" }),
  },
  (table) => [uniqueIndex("card_matches_once").on(table.paymentId)],
);

const ofInvoice = () =>
  rowId("sales_invoice_id")
    .notNull()
    .references(() => salesInvoices.id, { onDelete: "cascade" });

export const cardPages = pgTable(
  "card_pages",
  {
    id: text("id").primaryKey(),
    salesInvoiceId: ofInvoice(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("card_pages_of_invoice").on(table.salesInvoiceId)],
);

export const cardDisputes = pgTable(
  "card_disputes",
  {
    id: text("id").primaryKey(),
    salesInvoiceId: ofInvoice(),
    amount: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    status: text("status").notNull(),
    answerBy: instant("answer_by"),
    openedAt: instant("opened_at").notNull(),
    /** Events that the owner was told of. */
    told: text("told").array().notNull().default([]),
  },
  (table) => [index("card_disputes_of_invoice").on(table.salesInvoiceId)],
);
