import type { FormWords } from "#app/ui/form-toasts.ts";

/** What erasing a person says. */
export const erasureWords: FormWords = {
  loading: "Erasing...",
  success: { title: "This person has been erased." },
  failure: { title: "Failed to erase this person.", detail: "Nothing was changed. Please try again." },
};

export const notTheAddress = "This is not the address of this page.";
