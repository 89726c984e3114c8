import { bigint, index, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { Cents } from "#app/values/money.ts";
import { instant, rowId } from "./columns.server.ts";
import { salesInvoices } from "./invoices.server.ts";
import { payments } from "./payments.server.ts";

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
