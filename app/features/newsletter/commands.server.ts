import { eq } from "drizzle-orm";
import { newsletter } from "#app/content/site.ts";
import { type NewEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { queueUnverifiedEmail } from "#app/features/email/unverified.server.ts";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { enqueueMissing } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { confirmationEmail, welcomeEmail } from "./emails.server.tsx";
import { newsletterLink } from "./links.server.ts";
import { memberHash } from "./mailchimp.server.ts";
import type { Subscriber } from "./model.ts";
import type { NewsletterInput } from "./schema.ts";

/** Which form a subscription came by, and from where. */
export type SubscriptionSource = ClientInfo & { form: string };

type Ways = Pick<Settings, "MAILCHIMP_API_KEY" | "NEWSLETTER_DOUBLE_OPT_IN">;

/**
 * Stores a subscriber with what was agreed to in the transaction `tx`, and everything that follows from it: the
 * confirming or the welcoming letter, the way to Mailchimp. `already` when the address is on the list.
 * With Mailchimp it is Mailchimp that asks for the confirmation, where one is wanted.
 */
export async function subscribe(
  tx: Db,
  { email, firstName, lastName }: NewsletterInput,
  { spamReason, now }: SubmissionInfo,
  { form, ip, userAgent }: SubscriptionSource,
  ways: Ways = getSettings(),
): Promise<{ already: boolean; subscriber: Subscriber }> {
  const asks = ways.NEWSLETTER_DOUBLE_OPT_IN === "yes" && !ways.MAILCHIMP_API_KEY;
  const state = asks ? "pending" : "subscribed";
  const address = email.toLowerCase();
  const added = await tx
    .insert(subscribers)
    .values({ email: address, state: "unsubscribed", spamReason, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: subscribers.id });
  // Whoever signs the same address up at the same moment waits here.
  const [known] = await tx
    .select()
    .from(subscribers)
    .where(eq(subscribers.email, address))
    .for("update");
  const already = known!.state === "subscribed" && !known!.spamReason;
  // A program's sign-up says nothing of the person whose email address it names.
  if (already || (spamReason && added.length === 0)) return { already, subscriber: known! };
  const [subscriber] = await tx
    .update(subscribers)
    .set({
      state,
      spamReason,
      firstName: firstName || known!.firstName,
      lastName: lastName || known!.lastName,
      mailchimp: "none",
      mailchimpError: null,
    })
    .where(eq(subscribers.id, known!.id))
    .returning();
  await tx.insert(subscriberEvents).values({
    subscriberId: subscriber!.id,
    kind: "asked",
    at: now,
    data: {
      form,
      address: ip,
      userAgent,
      consent: newsletter.consent,
      ...(spamReason && { spamReason }),
    },
  });
  if (!spamReason) await follow(tx, subscriber!, now, ways);
  return { already: false, subscriber: subscriber! };
}

/** What a subscription brings about, in its transaction. */
async function follow(tx: Db, subscriber: Subscriber, now: Date, ways: Ways): Promise<void> {
  if (subscriber.state === "pending") {
    await queueUnverifiedEmail(
      tx,
      {
        kind: "newsletter-confirm",
        recipient: subscriber.email,
        subject: "Please confirm your subscription",
        body: confirmationEmail(newsletterLink("confirm", subscriber.id)),
        subscriberId: subscriber.id,
      },
      now,
    );
  } else if (ways.MAILCHIMP_API_KEY) {
    await bringToMailchimp(tx, subscriber.id);
  } else {
    await queueWelcome(tx, subscriber, now);
  }
}

/** Queues the welcome of somebody who has not shown whose email address it is. */
export function queueWelcome(tx: Db, subscriber: Subscriber, now: Date): Promise<void> {
  return queueUnverifiedEmail(tx, welcomeOf(subscriber), now);
}

function welcomeOf({ id, email }: Subscriber): NewEmail & { recipient: string } {
  const unsubscribeUrl = newsletterLink("unsubscribe", id);
  return {
    kind: "newsletter-welcome",
    recipient: email,
    subject: "Welcome to the newsletter",
    body: welcomeEmail(unsubscribeUrl),
    subscriberId: id,
    unsubscribeUrl,
  };
}

async function bringToMailchimp(tx: Db, subscriberId: string): Promise<void> {
  await tx
    .update(subscribers)
    .set({ mailchimp: "waiting", mailchimpError: null })
    .where(eq(subscribers.id, subscriberId));
  await enqueue(tx, "subscribers", [{ subscriberId }]);
}

/** Sees to it that everybody on the way to Mailchimp has a job that brings them: after a restore nobody has. */
export function requeueSubscribers(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({ subscriberId: subscribers.id })
      .from(subscribers)
      .where(eq(subscribers.mailchimp, "waiting"));
    await enqueueMissing(tx, "subscribers", waiting);
  });
}

/** The owner of the address confirms. Doing it twice is doing it once; who has left meanwhile stays away. False for nobody we know. */
export function confirmSubscription(db: Db, id: string, now = new Date()): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for("update");
    if (!known || known.state === "unsubscribed") return false;
    if (known.state === "subscribed" && !known.spamReason) return true;
    const [subscriber] = await tx
      .update(subscribers)
      .set({ state: "subscribed", spamReason: null })
      .where(eq(subscribers.id, id))
      .returning();
    await tx.insert(subscriberEvents).values({ subscriberId: id, kind: "confirmed", at: now });
    await queueEmails(tx, welcomeOf(subscriber!));
    return true;
  });
}

/** Takes somebody off the list, at once; Mailchimp is told by a job. Doing it twice is doing it once. False for nobody we know. */
export function unsubscribe(
  db: Db,
  id: string,
  now = new Date(),
  ways: Ways = getSettings(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for("update");
    if (!known) return false;
    if (known.state === "unsubscribed") return true;
    await tx.update(subscribers).set({ state: "unsubscribed" }).where(eq(subscribers.id, id));
    await tx.insert(subscriberEvents).values({ subscriberId: id, kind: "unsubscribed", at: now });
    if (ways.MAILCHIMP_API_KEY) await bringToMailchimp(tx, id);
    return true;
  });
}

/** Has Mailchimp forget an address that is erased here; its job knows it by a hash only. */
export async function deleteMailchimpMember(
  tx: Db,
  email: string,
  ways: Ways = getSettings(),
): Promise<void> {
  if (ways.MAILCHIMP_API_KEY)
    await enqueue(tx, "forgotten-members", [{ memberHash: memberHash(email) }]);
}
