import type { FormToasts } from "#app/ui/form-toasts.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import type { QuoteRefusal } from "./guard.server.ts";
import type { Quote } from "./model.ts";
import { selectedAddOns } from "./add-ons.ts";
import { addOnKeys, addOnNames } from "./kinds.ts";

/** What the acceptance form says (specification, section 8). */
export const acceptanceToasts: FormToasts = {
  loading: "Submitting your acceptance...",
  success: { title: "Quote accepted successfully!" },
  failure: {
    title: "Failed to submit quote acceptance.",
    detail: "Nothing was recorded. Please try again in a moment.",
  },
};

export const declineToasts: FormToasts = {
  loading: "Sending your answer...",
  success: { title: "The quote is declined." },
  failure: {
    title: "Failed to decline the quote.",
    detail: "Nothing was recorded. Please try again in a moment.",
  },
};

/** Why nothing was recorded, as the client reads it. */
export const refusalMessages: Record<QuoteRefusal, string> = {
  accepted: "This quote has already been accepted, as shown here. Nothing has changed.",
  unsettled:
    "The price of this quote is being checked, so it can’t be accepted just now. Nothing was recorded.",
  rejected: "This quote is no longer open.",
  withdrawn: "This quote is no longer open.",
  declined: "This quote was declined before, so it is no longer open.",
  expired: "This quote has expired and can no longer be accepted.",
  stale:
    "This quote has changed since you opened it, so nothing was recorded. What it says now is shown here.",
};

/** What stands, for a program whose acceptance came after another one. */
export function alreadyAcceptedMessage(quote: Quote): string {
  const chosen = selectedAddOns(quote);
  const addOns = addOnKeys.filter((key) => chosen[key]).map((key) => addOnNames[key]);
  const what = [formatMoney(toCents(quote.totalAmount)), ...addOns].join(" with ");
  return `This quote has already been accepted, for ${what}. Nothing has changed.`;
}

export const quoteNotFoundMessage = "The quote you are looking for does not exist.";
