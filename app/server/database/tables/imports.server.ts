import { check, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { importKinds } from "#app/server/database/enums.ts";
import { bytes, createdAt, id, instant, isOneOf } from "./columns.server.ts";

/** What is made of a file: asked about at first, then imported, then perhaps undone. */
export const imports = pgTable(
  "imports",
  {
    id: id(),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
    fileName: text("file_name").notNull(),
    /** Only until it is imported or dropped. */
    file: bytes("file"),
    /** What the owner said of the columns; null: as their names say. */
    choice: jsonb("choice").$type<Record<string, unknown>>(),
    kind: text("kind", { enum: importKinds }),
    counts: jsonb("counts").$type<Record<string, number>>(),
    importedAt: instant("imported_at"),
    undoneAt: instant("undone_at"),
  },
  (table) => [
    index("imports_newest").on(table.createdAt, table.id),
    check("imports_kind_known", isOneOf(table.kind, importKinds)),
  ],
);

/** A keyed hash of each erased email address, so that no import brings the person back. */
export const erasedPeople = pgTable("erased_people", {
  emailHash: text("email_hash").primaryKey(),
  erasedAt: instant("erased_at").notNull().defaultNow(),
});
