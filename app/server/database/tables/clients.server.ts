import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.server.ts";

/** What the owner notes about a person. Who is a client follows from enquiries, bookings and quotes. */
export const clientNotes = pgTable("client_notes", {
  /** In lower case: one person, one row. */
  email: text("email").primaryKey(),
  phone: text("phone"),
  notes: text("notes"),
  /** Detects that another tab has changed it. */
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
