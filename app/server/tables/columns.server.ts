import { sql } from "drizzle-orm";
import { text, timestamp, uuid } from "drizzle-orm/pg-core";
import { type Suspicion, suspicions } from "#app/values/form-guard.ts";

/* Columns that several tables have, and what they are searched by. */

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const id = () => uuid("id").primaryKey().default(sql`gen_random_uuid()`);
export const createdAt = () => instant("created_at").notNull().defaultNow();
/** Set while a deleted row can still be taken back; every query but the one of deleted things leaves it out. */
export const deletedAt = () => instant("deleted_at");
/** What made a form look like a program's; such rows are set apart until the owner has looked. */
export const suspicion = () => text("suspicion", { enum: suspicions }).$type<Suspicion>();

/** The words of these columns as the search looks for them; parts of an address are words of their own. */
function words(...columns: string[]) {
  const all = columns.map((column) => `coalesce("${column}", '')`).join(" || ' ' || ");
  return sql.raw(`to_tsvector('simple', translate(${all}, '@.-_+/', '      '))`);
}

/** What each list is searched by; index and query must be the same expression. */
export const searchWords = {
  invoices: words("client_name", "client_email", "invoice_type", "event_title", "event_location"),
  amebBookings: words("student_parent_name", "contact_email", "exam_board_grade", "teacher_name"),
  contactMessages: words("name", "email", "message"),
  emailTemplates: words("name", "subject", "body"),
  letters: words("recipient", "subject"),
};
