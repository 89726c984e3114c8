import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { createdAt, id, inCalendars, rowId } from "./columns.server.ts";
import { salesInvoices } from "./invoices.server.ts";

/**
 * Packages of sessions that are paid ahead. What one costs stands on its invoice; how many sessions are left
 * is the sum of its moves.
 */
export const credits = pgTable(
  "credits",
  {
    id: id(),
    salesInvoiceId: rowId("sales_invoice_id")
      .notNull()
      .references(() => salesInvoices.id, { onDelete: "cascade" }),
    /** Whose sessions it pays; its invoice may go to somebody else. */
    clientEmail: text("client_email").notNull(),
    /** The length of its sessions. */
    minutes: integer("minutes").notNull(),
    /** How many sessions were sold. */
    count: integer("count").notNull(),
    /** What one session cost without it, in cents. */
    singlePrice: integer("single_price").$type<Cents>().notNull(),
    /** The last Melbourne day of a session; null for none. */
    expiresOn: date("expires_on", { mode: "string" }).$type<Day>(),
    /** It was sold as the invoice of sessions that were booked: it gives all of them before it is paid. */
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
