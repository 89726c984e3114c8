import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { examMarkKinds, musicFormats } from "#app/server/database/enums.ts";
import { bytes, createdAt, id, instant, isOneOf, rowId } from "./columns.server.ts";
import { amebBookings } from "./enquiries.server.ts";

/** What a family has uploaded, made anew from it; deleted 30 days after the exam. */
export const sheetMusic = pgTable(
  "sheet_music",
  {
    id: id(),
    bookingId: rowId("booking_id")
      .notNull()
      .references(() => amebBookings.id, { onDelete: "cascade" }),
    fileName: text("file_name").notNull(),
    format: text("format", { enum: musicFormats }).notNull(),
    pages: integer("pages").notNull(),
    bytes: bytes("bytes").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("sheet_music_of_booking").on(table.bookingId, table.createdAt),
    check("sheet_music_format_known", isOneOf(table.format, musicFormats)),
    check("sheet_music_pages_known", sql`${table.pages} between 1 and 60`),
  ],
);

/** What the owner has pressed on the day; once for each exam and kind. */
export const examMarks = pgTable(
  "exam_marks",
  {
    bookingId: rowId("booking_id")
      .notNull()
      .references(() => amebBookings.id, { onDelete: "cascade" }),
    kind: text("kind", { enum: examMarkKinds }).notNull(),
    at: instant("at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookingId, table.kind] }),
    check("exam_marks_kind_known", isOneOf(table.kind, examMarkKinds)),
  ],
);
