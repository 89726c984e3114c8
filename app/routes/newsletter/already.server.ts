import type { subscribe } from "#app/features/newsletter/commands.server.ts";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import { getSettings } from "#app/server/env.server.ts";

/** How long a visitor waits for Mailchimp's word, in milliseconds; what was sent is stored by then. */
const visitorPatience = 2_000;

/** Whether the address was on the list before, by our own record or by Mailchimp's; without an answer in time it was not. */
export async function isAlreadyOnList(
  outcome: Awaited<ReturnType<typeof subscribe>> | null,
): Promise<boolean> {
  if (!outcome || outcome.already) return outcome?.already ?? false;
  const mailchimp = outcome.subscriber.spamReason ? null : openMailchimp(getSettings());
  if (!mailchimp) return false;
  return (
    (await mailchimp.statusOf(outcome.subscriber.email, visitorPatience).catch(() => null)) ===
    "subscribed"
  );
}
