import type { subscribe } from "#app/features/newsletter/commands.server.ts";
import { openMailchimp } from "#app/features/newsletter/mailchimp.server.ts";
import { getSettings } from "#app/server/env.server.ts";

/** How long a visitor waits for Mailchimp, in milliseconds; the sign-up is already stored. */
const visitorTimeout = 2_000;

/** False when Mailchimp does not answer in time. */
export async function isAlreadyOnList(
  result: Awaited<ReturnType<typeof subscribe>> | null,
): Promise<boolean> {
  if (!result || result.already) return result?.already ?? false;
  // Someone who has just left may still be on Mailchimp's list.
  const isUnknown = result.isNew && !result.subscriber.spamReason;
  const mailchimp = isUnknown ? openMailchimp(getSettings()) : null;
  if (!mailchimp) return false;
  return (
    (await mailchimp.statusOf(result.subscriber.email, visitorTimeout).catch(() => null)) ===
    "subscribed"
  );
}
