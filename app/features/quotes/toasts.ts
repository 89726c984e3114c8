import { reminderIntents, reminderToasts } from "#app/features/reminders/model.ts";
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

const quoteIntents = [
  "send",
  "withdraw",
  "reverse",
  "cancel",
  "new-version",
  "create-invoices",
  ...reminderIntents,
] as const;
export type QuoteIntent = (typeof quoteIntents)[number];

export function isQuoteIntent(intent: unknown): intent is QuoteIntent {
  return quoteIntents.includes(intent as QuoteIntent);
}

export const quoteToasts: Record<QuoteIntent | "save", FormToasts> = {
  send: {
    loading: "Sending email...",
    success: { title: "Email sent successfully!" },
    failure: { title: "Email not sent. Please try again." },
  },
  withdraw: {
    loading: "Withdrawing quote...",
    success: { title: "Quote withdrawn." },
    failure: { title: "Failed to withdraw the quote." },
  },
  reverse: {
    loading: "Updating status...",
    success: { title: "Undone: the quote is open again." },
    failure: { title: "Failed to reverse the decision." },
  },
  cancel: {
    loading: "Cancelling booking...",
    success: { title: "Booking cancelled." },
    failure: { title: "Failed to cancel the booking." },
  },
  "new-version": {
    loading: "Starting a new version...",
    success: { title: "Draft of the new version ready." },
    failure: { title: "Failed to start a new version." },
  },
  "create-invoices": {
    loading: "Creating invoices...",
    success: { title: "Invoices created." },
    failure: { title: "Failed to create the invoices." },
  },
  ...reminderToasts,
  save: {
    loading: "Saving quote...",
    success: { title: "Quote saved." },
    failure: { title: "Failed to save the quote." },
  },
};
