import type { FormToasts } from "#app/ui/form-toasts.ts";
import { type Cents, formatMoney, toCents } from "#app/values/money.ts";
import type { QuoteRefusal } from "./guard.server.ts";
import type { Quote } from "./model.ts";
import { addOnKeys, selectedAddOns, addOnName, baseHours } from "./kinds.ts";

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
  success: { title: "You've declined this quote." },
  failure: {
    title: "Failed to decline the quote.",
    detail: "Nothing was recorded. Please try again in a moment.",
  },
};

export const notArrived = "It didn't arrive, so nothing was recorded. Please send it again.";

export const refusalMessages: Record<QuoteRefusal, string> = {
  accepted: "This quote has already been accepted; nothing has changed.",
  unsettled:
    "The price of this quote is being checked, so it can't be accepted just now. Nothing was recorded.",
  rejected: "This quote is no longer open.",
  withdrawn: "This quote is no longer open.",
  declined: "This quote has been declined, so it's no longer open.",
  cancelled: "This booking was cancelled, so its quote is no longer open.",
  expired: "This quote has expired and can no longer be accepted.",
  stale:
    "This quote has changed since you opened it, so nothing was recorded. Here's the current version.",
};

/** For API callers. */
export function alreadyAcceptedMessage(quote: Quote): string {
  const chosen = selectedAddOns(quote);
  const hours = baseHours(quote);
  const addOns = addOnKeys.filter((key) => chosen[key]).map((key) => addOnName(key, hours));
  const what = [formatMoney(toCents(quote.totalAmount)), ...addOns].join(" with ");
  return `This quote has already been accepted, for ${what}. Nothing has changed.`;
}

export const quoteNotFoundMessage = "The quote you are looking for does not exist.";

export function paidFirstMessage(paid: Cents): string {
  return (
    `${formatMoney(paid)} has been paid for this quote, so it can't be reversed. ` +
    "If it's off, cancel the booking: that settles what you keep and what goes back."
  );
}
