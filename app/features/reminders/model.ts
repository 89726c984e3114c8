import type { ReminderKind } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";

export type ReminderRecord = { kind: ReminderKind; id: string };

/** `step` names the text; `day` is the Melbourne day to send it, `at` the time if it has one. */
export type PlannedReminder = { step: string; day: Day; at?: Date };

/** Reminders of quotes and invoices go out only while invoicing is on. */
export const needsInvoicing = ({ kind }: ReminderRecord) => kind === "quote" || kind === "invoice";

export const reminderActor = "Automatic reminders";

export type ReminderStatus = { next: Day; paused: boolean };

export type ReminderIntent = "pause-reminders" | "resume-reminders";
