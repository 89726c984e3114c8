import type { subscribers } from "#app/server/tables.server.ts";

export type Subscriber = typeof subscribers.$inferSelect;

export const limits = { nameMax: 100 } as const;

/** What the two ways of signing up end in; the second is the specification's, to the word. */
export const subscribed = "You're subscribed!";
export const alreadySubscribed = "Email is already subscribed.";
