import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { createdAt, id, inCalendars, rowId } from "./columns.server.ts";
import { salesInvoices } from "./invoices.server.ts";

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
