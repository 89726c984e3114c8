import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  date,
  index,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { reminderKinds, reminderStates } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import { instant, isOneOf, rowId } from "./columns.server.ts";

export const reminders = pgTable(
  "reminders",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    recordKind: text("record_kind", { enum: reminderKinds }).notNull(),
    recordId: rowId("record_id").notNull(),
    /** Names the text, such as `3-days-after`. */
    step: text("step").notNull(),
    /** Melbourne day. */
    dueOn: date("due_on", { mode: "string" }).$type<Day>().notNull(),
    /** Earliest time of that day; null: any. */
    dueAt: instant("due_at"),
    /** The owner said that it need not wait for the bank. */
    releasedAt: instant("released_at"),
    state: text("state", { enum: reminderStates }).notNull().default("wanted"),
    settledAt: instant("settled_at"),
  },
  (table) => [
    uniqueIndex("reminders_once").on(table.recordKind, table.recordId, table.step),
    index("reminders_wanted")
      .on(table.dueOn, table.id)
      .where(sql`state = 'wanted'`),
    check("reminders_kind_known", isOneOf(table.recordKind, reminderKinds)),
    check("reminders_state_known", isOneOf(table.state, reminderStates)),
  ],
);

export const pausedReminders = pgTable(
  "paused_reminders",
  {
    recordKind: text("record_kind", { enum: reminderKinds }).notNull(),
    recordId: rowId("record_id").notNull(),
    pausedAt: instant("paused_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.recordKind, table.recordId] }),
    check("paused_reminders_kind_known", isOneOf(table.recordKind, reminderKinds)),
  ],
);
