import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import type { Settings } from "#app/server/env.server.ts";
import { log } from "#app/server/log.server.ts";
import { subscribers } from "#app/server/database/tables.server.ts";
import { queueWelcome } from "./commands.server.ts";
import { type Mailchimp, MailchimpRefused } from "./mailchimp.server.ts";
import type { Subscriber } from "./model.ts";

type Ways = Pick<Settings, "NEWSLETTER_DOUBLE_OPT_IN">;

/**
 * One try to bring a subscriber's standing to Mailchimp. Throws when it should be tried again
 * later; the reason stands in the row meanwhile. Doing it again changes nothing there.
 */
export async function syncSubscriber(
  db: Db,
  mailchimp: Mailchimp,
  subscriberId: string,
  ways: Ways,
): Promise<void> {
  const [subscriber] = await db
    .select()
    .from(subscribers)
    .where(and(eq(subscribers.id, subscriberId), eq(subscribers.mailchimp, "waiting")));
  if (!subscriber) return;
  try {
    const joined = await bring(mailchimp, subscriber, ways);
    await db.transaction(async (tx) => {
      await settle(tx, subscriber, { mailchimp: "done", mailchimpError: null });
      if (joined) await queueWelcome(tx, subscriber, new Date());
    });
  } catch (error) {
    const refused = error instanceof MailchimpRefused;
    await settle(db, subscriber, {
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

/** Makes the audience say what our record says. Answers whether somebody joined who is to be welcomed by us. */
async function bring(
  mailchimp: Mailchimp,
  subscriber: Subscriber,
  { NEWSLETTER_DOUBLE_OPT_IN }: Ways,
): Promise<boolean> {
  if (subscriber.state === "unsubscribed") {
    await mailchimp.unsubscribe(subscriber.email);
    return false;
  }
  // Somebody whom the audience has already is neither changed nor welcomed again.
  if ((await mailchimp.statusOf(subscriber.email)) === "subscribed") return false;
  const asks = NEWSLETTER_DOUBLE_OPT_IN === "yes";
  await mailchimp.upsert(subscriber, asks ? "pending" : "subscribed");
  return !asks;
}

/** Notes how a try ended, unless the subscriber's own wish has changed meanwhile: another job brings that. */
async function settle(
  db: Db,
  { id, state }: Subscriber,
  change: Pick<Subscriber, "mailchimp" | "mailchimpError">,
): Promise<void> {
  await db
    .update(subscribers)
    .set(change)
    .where(and(eq(subscribers.id, id), eq(subscribers.state, state)));
}
