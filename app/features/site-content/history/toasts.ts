import type { FormToasts } from "#app/ui/form-toasts.ts";

export const putBackToasts: FormToasts = {
  loading: "Putting it back...",
  success: { title: "Put back. Visitors read it now." },
  failure: { title: "Failed to put it back. Please try again." },
};
