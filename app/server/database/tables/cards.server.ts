import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Cents } from "#app/values/money.ts";
import { instant, rowId } from "./columns.server.ts";
import { salesInvoices } from "./invoices.server.ts";
import { payments } from "./payments.server.ts";

/* What the card service knows, by its own names for things; they go with the invoice. */

/** A payment or refund that the owner had typed before the card service reported it. */
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

/** A page of the card service on which an invoice may still be paid. */
export const cardPages = pgTable(
  "card_pages",
  {
    id: text("id").primaryKey(),
    salesInvoiceId: ofInvoice(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("card_pages_of_invoice").on(table.salesInvoiceId)],
);

/** A card payment that the payer's bank wants back. */
export const cardDisputes = pgTable(
  "card_disputes",
  {
    id: text("id").primaryKey(),
    salesInvoiceId: ofInvoice(),
    amount: bigint("amount_cents", { mode: "number" }).$type<Cents>().notNull(),
    status: text("status").notNull(),
    answerBy: instant("answer_by"),
    openedAt: instant("opened_at").notNull(),
    /** The events of which the owner was told. */
    told: text("told").array().notNull().default([]),
  },
  (table) => [index("card_disputes_of_invoice").on(table.salesInvoiceId)],
);
