import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
} from "drizzle-orm/pg-core";
import { pictureFormats, pictureShapes, pictureStates } from "#app/server/database/enums.ts";
import { bytes, createdAt, id, instant, isOneOf, rowId } from "./columns.server.ts";

export type UnplacedValue = { path: string; label: string; text: string; isPlaced?: boolean };

/**
 * The owner's own words in place of the defaults in `app/content/documents/`. A document without a
 * row says its defaults.
 */
export const storedDocuments = pgTable("site_documents", {
  /** A key of the documents. */
  name: text("name").primaryKey(),
  /** What is not public yet. */
  draft: jsonb("draft").$type<unknown>(),
  /** What the public reads; null for the defaults. */
  published: jsonb("published").$type<unknown>(),
  /** Counts every change, of the draft or the published state. */
  version: integer("version").notNull().default(0),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  updatedBy: text("updated_by").notNull(),
  /** Values that no field shows any more, and whether the owner has put them elsewhere. */
  unplaced: jsonb("unplaced").$type<readonly UnplacedValue[]>().notNull().default([]),
});

/** Every change of what the public reads; only grows. Its highest id names the published state. */
export const sitePublications = pgTable(
  "site_publications",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    document: text("document").notNull(),
    at: instant("at").notNull().defaultNow(),
    /** The administrator's email address. */
    actor: text("actor").notNull(),
    /** Null for the defaults. */
    before: jsonb("before").$type<unknown>(),
    after: jsonb("after").$type<unknown>(),
    /** The publication whose earlier state was put back. */
    undoesId: bigint("undoes_id", { mode: "number" }),
  },
  (table) => [index("site_publications_of_document").on(table.document, table.id)],
);

/** A photograph that the owner uploaded. What it shows never changes: a new crop is a new row. */
export const pictures = pgTable(
  "pictures",
  {
    id: id(),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
    /** The name of the uploaded file, for the owner to recognise it by. */
    fileName: text("file_name").notNull(),
    shape: text("shape", { enum: pictureShapes }).notNull(),
    /** Upright, without metadata, in sRGB, and no larger than any page needs. */
    original: bytes("original").notNull(),
    /** Where the crop is centred if it can be, as parts of the width and the height from 0 to 1. */
    focusX: real("focus_x").notNull().default(0.5),
    focusY: real("focus_y").notNull().default(0.5),
    state: text("state", { enum: pictureStates }).notNull().default("waiting"),
    /** In per cent. */
    progress: integer("progress").notNull().default(0),
    error: text("error"),
    width: integer("width"),
    height: integer("height"),
  },
  (table) => [
    index("pictures_newest").on(table.createdAt, table.id),
    check("pictures_shape_known", isOneOf(table.shape, pictureShapes)),
    check("pictures_state_known", isOneOf(table.state, pictureStates)),
    check(
      "pictures_focus_inside",
      sql`${table.focusX} between 0 and 1 and ${table.focusY} between 0 and 1`,
    ),
  ],
);

/** What browsers get: one file for each width and format. */
export const pictureFiles = pgTable(
  "picture_files",
  {
    pictureId: rowId("picture_id")
      .notNull()
      .references(() => pictures.id, { onDelete: "cascade" }),
    width: integer("width").notNull(),
    format: text("format", { enum: pictureFormats }).notNull(),
    bytes: bytes("bytes").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.pictureId, table.width, table.format] }),
    check("picture_files_format_known", isOneOf(table.format, pictureFormats)),
  ],
);
