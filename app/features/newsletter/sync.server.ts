import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { log } from "#app/server/log.server.ts";
import { subscribers } from "#app/server/database/tables.server.ts";
import { queueWelcome } from "./commands.server.ts";
import { type Mailchimp, MailchimpRefused } from "./mailchimp.server.ts";
import type { Subscriber } from "./model.ts";

type SyncSettings = Pick<Settings, "NEWSLETTER_DOUBLE_OPT_IN">;

/** Idempotent. Throws if it should be tried again later, with the reason in the row. */
export async function syncSubscriber(
  db: Db,
  mailchimp: Mailchimp,
  subscriberId: string,
  settings: SyncSettings,
): Promise<void> {
  const [subscriber] = await db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.id, subscriberId), eq(subscribers.mailchimp, "waiting")));
  if (!subscriber) return;
  try {
    const joined = await updateAudience(mailchimp, subscriber, settings);
    await db.transaction(async (tx) => {
      await saveResult(tx, subscriber, { mailchimp: "done", mailchimpError: null });
      if (joined) await queueWelcome(tx, subscriber, new Date());
    });
  } catch (error) {
    const refused = error instanceof MailchimpRefused;
    await saveResult(db, subscriber, {
      mailchimp: refused ? "refused" : "waiting",
      mailchimpError: error instanceof Error ? error.message : String(error),
    });
    log.warn(
      { subscriber: subscriberId, err: error },
      refused ? "Mailchimp refused a subscriber" : "Mailchimp will be tried again",
    );
    if (!refused) throw error;
  }
}

/** True when a new subscriber needs a welcome from us. */
async function updateAudience(
  mailchimp: Mailchimp,
  subscriber: Subscriber,
  { NEWSLETTER_DOUBLE_OPT_IN }: SyncSettings,
): Promise<boolean> {
  if (subscriber.state === "unsubscribed") {
    await mailchimp.unsubscribe(subscriber.email);
    return false;
  }
  // An existing member is neither changed nor welcomed again.
  if ((await mailchimp.statusOf(subscriber.email)) === "subscribed") return false;
  const mustConfirm = NEWSLETTER_DOUBLE_OPT_IN === "yes";
  await mailchimp.upsert(subscriber, mustConfirm ? "pending" : "subscribed");
  return !mustConfirm;
}

/** Skipped if the subscriber's state has changed meanwhile: then another job follows. */
async function saveResult(
  db: Db,
  { id, state }: Subscriber,
  change: Pick<Subscriber, "mailchimp" | "mailchimpError">,
): Promise<void> {
  await db
    .update(subscribers)
    .set(change)
    .where(and(eq(subscribers.id, id), eq(subscribers.state, state)));
}
