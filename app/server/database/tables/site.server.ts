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

/** A document without a row has the defaults of `app/content/documents/`. */
export const storedDocuments = pgTable("site_documents", {
  name: text("name").primaryKey(),
  draft: jsonb("draft").$type<unknown>(),
  /** Null: the defaults. */
  published: jsonb("published").$type<unknown>(),
  version: integer("version").notNull().default(0),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  updatedBy: text("updated_by").notNull(),
  /** Values that no field shows any more; `isPlaced`: the owner has put them elsewhere. */
  unplaced: jsonb("unplaced").$type<readonly UnplacedValue[]>().notNull().default([]),
});

/** One row, made with the first step that is settled. */
export const siteSetup = pgTable(
  "site_setup",
  {
    id: integer("id").primaryKey().default(1),
    steps: jsonb("steps").$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** Samples that the owner keeps as her own: what they say, by document and field. */
    kept: jsonb("kept").$type<Readonly<Record<string, string>>>().notNull().default({}),
  },
  (table) => [check("site_setup_one_row", sql`${table.id} = 1`)],
);

/** The owner's CV: one document or none, made anew from what she uploaded. */
export const cvDocument = pgTable(
  "cv_document",
  {
    id: integer("id").primaryKey().default(1),
    fileName: text("file_name").notNull(),
    pages: integer("pages").notNull(),
    bytes: bytes("bytes").notNull(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [check("cv_document_one_row", sql`${table.id} = 1`)],
);

/** Rows are only added. The highest id identifies the published state. */
export const sitePublications = pgTable(
  "site_publications",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    document: text("document").notNull(),
    at: instant("at").notNull().defaultNow(),
    actor: text("actor").notNull(),
    before: jsonb("before").$type<unknown>(),
    after: jsonb("after").$type<unknown>(),
    undoesId: bigint("undoes_id", { mode: "number" }),
  },
  (table) => [index("site_publications_of_document").on(table.document, table.id)],
);

/** The image never changes: a new crop is a new row. */
export const pictures = pgTable(
  "pictures",
  {
    id: id(),
    createdAt: createdAt(),
    createdBy: text("created_by").notNull(),
    fileName: text("file_name").notNull(),
    shape: text("shape", { enum: pictureShapes }).notNull(),
    /** Upright, without metadata, in sRGB, and no larger than any page needs. */
    original: bytes("original").notNull(),
    /** The wanted centre of the crop, as fractions of width and height. */
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
