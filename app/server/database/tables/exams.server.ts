import { sql } from "drizzle-orm";
import { check, date, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { Day } from "#app/values/calendar.ts";
import { createdAt, id, inCalendars, rowId } from "./columns.server.ts";

/** A board's weeks of exams. */
export const examSessions = pgTable(
  "exam_sessions",
  {
    id: id(),
    name: text("name").notNull(),
    firstDay: date("first_day", { mode: "string" }).$type<Day>().notNull(),
    /** Inclusive. */
    lastDay: date("last_day", { mode: "string" }).$type<Day>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    check("exam_sessions_in_order", sql`${table.firstDay} <= ${table.lastDay}`),
    check("exam_sessions_days_known", inCalendars(table.firstDay, table.lastDay)),
  ],
);

export const venues = pgTable("venues", {
  id: id(),
  name: text("name").notNull(),
  address: text("address").notNull().default(""),
  createdAt: createdAt(),
});

/** Where the owner has typed the minutes between two venues; the lesser id is first. */
export const venueTravel = pgTable(
  "venue_travel",
  {
    venueId: rowId("venue_id")
      .notNull()
      .references(() => venues.id, { onDelete: "cascade" }),
    otherId: rowId("other_id")
      .notNull()
      .references(() => venues.id, { onDelete: "cascade" }),
    minutes: integer("minutes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.venueId, table.otherId] }),
    index("venue_travel_by_other").on(table.otherId),
    check("venue_travel_once", sql`${table.venueId} < ${table.otherId}`),
    check("venue_travel_known", sql`${table.minutes} between 0 and 480`),
  ],
);
