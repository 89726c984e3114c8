import type { subscribe } from "#app/features/newsletter/commands.server.ts";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import { getSettings } from "#app/server/env.server.ts";

/** How long a visitor waits for Mailchimp's answer, in milliseconds; the sign-up is stored by then. */
const visitorTimeout = 2_000;

/** By our own record or by Mailchimp's; false when Mailchimp does not answer in time. */
export async function isAlreadyOnList(
  result: Awaited<ReturnType<typeof subscribe>> | null,
): Promise<boolean> {
  if (!result || result.already) return result?.already ?? false;
  // Whoever has just left may still be on the list there.
  const isUnknown = result.isNew && !result.subscriber.spamReason;
  const mailchimp = isUnknown ? openMailchimp(getSettings()) : null;
  if (!mailchimp) return false;
  return (
    (await mailchimp.statusOf(result.subscriber.email, visitorTimeout).catch(() => null)) ===
    "subscribed"
  );
}
