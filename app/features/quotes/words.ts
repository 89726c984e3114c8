import type { FormWords } from "#app/ui/form-toasts.ts";

/** What the acceptance form says (specification, section 8). */
export const acceptanceWords: FormWords = {
  loading: "Submitting your acceptance...",
  success: { title: "Quote accepted successfully!" },
  failure: { title: "Failed to submit quote acceptance.", detail: "Nothing was recorded. Please try again in a moment." },
};
