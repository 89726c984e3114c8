import type { subscribers } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";

export type Subscriber = typeof subscribers.$inferSelect;

/** How somebody stands with the newsletter, to the owner. */
export const subscriberStateLabels: Record<Subscriber["state"], string> = {
  pending: "To be confirmed",
  subscribed: "Subscribed",
  unsubscribed: "Left",
};

/** How Mailchimp stands with it; nothing to say without a key. */
export const mailchimpLabels: Record<Subscriber["mailchimp"], string> = {
  none: "",
  waiting: "On the way to Mailchimp",
  done: "In Mailchimp",
  refused: "Refused by Mailchimp",
};

/** What the list of subscribers can be asked for: newest first, unless the address says otherwise. */
export const subscriberList: ListShape = {
  sorts: { created: "Signed up", email: "Email" },
  sort: "-created",
  filters: { state: Object.keys(subscriberStateLabels) },
};

export const newsletterLimits = { nameMax: 100 } as const;

/** What the two ways of signing up end in; the second is the specification's, to the word. */
export const subscribed = "You're subscribed!";
export const alreadySubscribed = "Email is already subscribed.";
