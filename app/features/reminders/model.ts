import type { ReminderKind } from "#app/server/database/enums.ts";
import type { Day } from "#app/values/calendar.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";

export type ReminderRecord = { kind: ReminderKind; id: string };

/** `step` names the text; `day` is the Melbourne day to send it, `at` the time if it has one. */
export type PlannedReminder = { step: string; day: Day; at?: Date };

/** Reminders of quotes and invoices go out only while invoicing is on. */
export const needsInvoicing = ({ kind }: ReminderRecord) => kind !== "appointment";

export const reminderActor = "Automatic reminders";

export type ReminderStatus = { next: Day; paused: boolean };

export const reminderIntents = ["pause-reminders", "resume-reminders"] as const;
export type ReminderIntent = (typeof reminderIntents)[number];

export const reminderToasts: Record<ReminderIntent, FormToasts> = {
  "pause-reminders": {
    loading: "Pausing reminders...",
    success: { title: "Reminders paused." },
    failure: { title: "Failed to pause the reminders." },
  },
  "resume-reminders": {
    loading: "Resuming reminders...",
    success: { title: "Reminders resumed." },
    failure: { title: "Failed to resume the reminders." },
  },
};
