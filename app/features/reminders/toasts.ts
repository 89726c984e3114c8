import type { FormToasts } from "#app/ui/form-toasts.ts";

export const reminderIntents = ["pause-reminders", "resume-reminders"] as const;
type ReminderIntent = (typeof reminderIntents)[number];

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
