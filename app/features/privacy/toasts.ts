import type { FormToasts } from "#app/ui/form-toasts.ts";

/** What erasing a person says. */
export const erasureToasts: FormToasts = {
  loading: "Erasing...",
  success: { title: "This person has been erased." },
  failure: {
    title: "Failed to erase this person.",
    detail: "Nothing was changed. Please try again.",
  },
};

export const wrongEmail = "This is not the address of this page.";
export const notAnEmail = "This isn't an email address, so there's nobody to export or erase.";
export const studioEmail =
  "This is one of your own addresses. Its emails are about other people, so it can't be exported or erased.";

/** Says what was erased, as a list in words, and what had to stay. */
export function erasedNotice(erased: string, keptQuotes: number): string {
  if (keptQuotes === 0)
    return erased ? `Erased: ${erased}.` : "Erased: nothing, since nothing was held.";
  return `Erased: ${erased || "nothing"}. Accepted quotes that tax law keeps: ${keptQuotes}.`;
}
