import { bigint, index, jsonb, pgTable, text } from "drizzle-orm/pg-core";
import { subjectKinds } from "#app/server/database/enums.ts";
import { createdAt, instant, rowId } from "./columns.server.ts";

/** A trigger refuses updates and deletes, except for the erasure of a person's data. */
export const auditEntries = pgTable(
  "activity",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant("at").notNull().defaultNow(),
    /** The administrator's email address. */
    actor: text("actor").notNull(),
    action: text("action").notNull(),
    subjectKind: text("subject_kind", {
      enum: subjectKinds,
    }).notNull(),
    subjectId: rowId("subject_id"),
    label: text("label").notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>(),
  },
  (table) => [
    index("activity_newest").on(table.at, table.id),
    index("activity_of_subject").on(table.subjectId),
  ],
);

/** Private URLs of the exam calendar; only the token's hash is stored. */
export const calendarLinks = pgTable("calendar_links", {
  tokenHash: text("token_hash").primaryKey(),
  createdAt: createdAt(),
  endedAt: instant("ended_at"),
});
