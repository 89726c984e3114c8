import * as z from "zod/mini";
import { longText, text } from "#app/values/rules.ts";
import type { FormToasts } from "#app/ui/form-toasts.ts";
import { notesLimits } from "./model.ts";

const { phoneMax, notesMax } = notesLimits;

export const notesSchema = z.object({
  phone: text({ max: [phoneMax, `Please use at most ${phoneMax} characters.`] }),
  notes: longText({ max: [notesMax, `Please use at most ${notesMax} characters.`] }),
  updatedAt: z.optional(z.string()),
});

export const notesToasts: FormToasts = {
  loading: "Saving...",
  success: { title: "Phone and notes saved." },
  failure: { title: "Failed to save the notes.", detail: "Please try again in a moment." },
};

export const staleNotes =
  "Not saved: the notes were changed in another tab. Reload the page to see them, then add yours.";
