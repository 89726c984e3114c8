import type { FormToasts } from "#app/ui/form-toasts.ts";

/** What the owner can do on a quote's page beside deciding it. */
export const quoteIntents = ["send", "withdraw", "reverse", "new-version"] as const;
export type QuoteIntent = (typeof quoteIntents)[number];

export function isQuoteIntent(intent: unknown): intent is QuoteIntent {
  return quoteIntents.includes(intent as QuoteIntent);
}

export const quoteToasts: Record<QuoteIntent | "save", FormToasts> = {
  send: {
    loading: "Sending email...",
    success: { title: "Email sent successfully!" },
    failure: { title: "Failed to send email: nothing was queued." },
  },
  withdraw: {
    loading: "Withdrawing quote...",
    success: { title: "The quote is withdrawn." },
    failure: { title: "Failed to withdraw the quote." },
  },
  reverse: {
    loading: "Updating status...",
    success: { title: "The decision is reversed." },
    failure: { title: "Failed to reverse the decision." },
  },
  "new-version": {
    loading: "Starting a new version...",
    success: { title: "The new version is a draft." },
    failure: { title: "Failed to start a new version." },
  },
  save: {
    loading: "Saving quote...",
    success: { title: "The quote is saved." },
    failure: { title: "Failed to save the quote." },
  },
};
