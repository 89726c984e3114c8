import type { FormToasts } from "#app/ui/form-toasts.ts";

/** By the form's intent. */
export const sourceToasts = {
  "add-source": {
    loading: "Reading the calendar...",
    success: { title: "Calendar added." },
    failure: { title: "Failed to add the calendar." },
  },
  "check-source": {
    loading: "Checking the calendar...",
    success: { title: "Calendar checked." },
    failure: { title: "Failed to check the calendar." },
  },
  "remove-source": {
    loading: "Removing the calendar...",
    success: { title: "Calendar removed." },
    failure: { title: "Failed to remove the calendar." },
  },
} as const satisfies Record<string, FormToasts>;

export type SourceIntent = keyof typeof sourceToasts;

export const isSourceIntent = (intent: string): intent is SourceIntent =>
  Object.hasOwn(sourceToasts, intent);

/** `14 busy times ahead`. */
export function aheadInWords(count: number): string {
  if (count === 0) return "nothing ahead";
  return count === 1 ? "one busy time ahead" : `${count} busy times ahead`;
}
