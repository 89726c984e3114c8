import type { FormToasts } from "#app/ui/form-toasts.ts";

export const notesToasts: FormToasts = {
  loading: "Saving...",
  success: { title: "Phone and notes saved." },
  failure: { title: "Failed to save the notes.", detail: "Please try again in a moment." },
};

export const staleNotes =
  "Not saved: the notes were changed in another tab. Reload the page to see them, then add yours.";
