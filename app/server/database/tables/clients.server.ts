import { pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.server.ts";

/** The owner's notes. Who is a client follows from enquiries, bookings and quotes. */
export const clientNotes = pgTable("client_notes", {
  /** In lower case. */
  email: text("email").primaryKey(),
  phone: text("phone"),
  notes: text("notes"),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});
