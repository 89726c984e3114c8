import type { ReminderKind } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";

/** The record that someone is reminded of. */
export type ReminderRecord = { kind: ReminderKind; id: string };

/** `step` names the text; `day` is the Melbourne day on which it goes out, `at` when it does. */
export type PlannedReminder = { step: string; day: Day; at?: Date };

/** Quotes' and invoices' go out while the owner writes invoices. */
export const needsInvoicing = ({ kind }: ReminderRecord) => kind !== "appointment";

/** The actor of these emails in the activity log. */
export const reminderActor = "Automatic reminders";

/** `next`: the day of the next reminder, which goes out unless they are paused. */
export type ReminderStatus = { next: Day; paused: boolean };
