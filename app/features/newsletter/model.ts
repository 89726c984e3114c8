import type { subscribers } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";

export type Subscriber = typeof subscribers.$inferSelect;

export const subscriberStateLabels: Record<Subscriber["state"], string> = {
  pending: "Awaiting confirmation",
  subscribed: "Subscribed",
  unsubscribed: "Unsubscribed",
};

export const mailchimpLabels: Record<Subscriber["mailchimp"], string> = {
  none: "",
  waiting: "Waiting for Mailchimp",
  done: "In Mailchimp",
  refused: "Refused by Mailchimp",
};

const reachLabels = {
  reached: "Gets newsletters",
  "no-consent": "No consent on file",
  suppressed: "Address refused",
} as const;
export type Reach = keyof typeof reachLabels;

export const subscriberList: ListShape = {
  sorts: { created: "Signed up", email: "Email" },
  sort: "-created",
  filters: {
    state: { label: "Status", of: subscriberStateLabels },
    reach: { label: "Newsletters", of: reachLabels },
    month: { label: "Joined in", of: "month" },
  },
};

/** API replies; callers may compare the second. */
export const subscribed = "You're subscribed!";
export const alreadySubscribed = "Email is already subscribed.";
