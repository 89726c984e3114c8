import { eq, and } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { type NewEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { queueUnverifiedEmail } from "#app/features/email/throttle.server.tsx";
import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { getSettings, type Settings } from "#app/server/env.server.ts";
import { enqueueMissing } from "#app/server/jobs/maintenance.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { subscriberEvents, subscribers } from "#app/server/database/tables.server.ts";
import type { SpamReason } from "#app/server/database/enums.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";
import { log } from "#app/server/log.server.ts";
import { cutCharacters, oneLine } from "#app/values/text.ts";
import { memberHash, type Mailchimp, MailchimpRefused, openMailchimp } from "./mailchimp.server.ts";
import type { Subscriber } from "./model.ts";
import { isOfReach } from "./queries.server.ts";
import { mailchimpWrites } from "./settings.server.ts";
import type { NewsletterInput } from "./schema.ts";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";

type SubscriptionSource = ClientInfo & { form: string };

type NewsletterSettings = Pick<Settings, "MAILCHIMP_API_KEY" | "NEWSLETTER_DOUBLE_OPT_IN">;

/** As if it had no key where the owner's newsletters leave from here. */
async function chosenSettings(tx: Db, settings: NewsletterSettings): Promise<NewsletterSettings> {
  const { MAILCHIMP_API_KEY, ...others } = settings;
  return MAILCHIMP_API_KEY && (await mailchimpWrites(tx, settings)) ? settings : others;
}

/** `already`: gets newsletters. `isNew`: unknown email. Mailchimp has its own double opt-in. */
export async function subscribe(
  tx: Db,
  { email, firstName, lastName, consent: shown }: NewsletterInput,
  { spamReason, now }: SubmissionInfo,
  source: SubscriptionSource,
  given: NewsletterSettings = getSettings(),
): Promise<{ already: boolean; isNew: boolean; subscriber: Subscriber }> {
  const { known, isNew } = await lockSubscriber(tx, email.toLowerCase(), spamReason, now);
  const isReached = and(eq(subscribers.id, known.id), isOfReach("reached"));
  const already = known.state === "subscribed" && (await tx.$count(subscribers, isReached)) > 0;
  // A bot's sign-up says nothing about the person whose email it uses.
  if (already || (spamReason && !isNew)) return { already, isNew, subscriber: known };
  const settings = await chosenSettings(tx, given);
  const mustConfirm = settings.NEWSLETTER_DOUBLE_OPT_IN === "yes" && !settings.MAILCHIMP_API_KEY;
  const [subscriber] = await tx
    .update(subscribers)
    .set({
      state: mustConfirm ? "pending" : "subscribed",
      spamReason,
      firstName: firstName || known.firstName,
      lastName: lastName || known.lastName,
      mailchimp: "none",
      mailchimpError: null,
      // Whoever signs up again may have mended the mailbox.
      suppressedAt: null,
    })
    .where(eq(subscribers.id, known.id))
    .returning();
  const { form, ip, userAgent } = source;
  const { consent } = content().site.newsletter;
  const suspicion = spamReason && { suspicion: spamReason };
  const other = shown && shown !== oneLine(consent) && { shown: cutCharacters(shown, 300) };
  const data = { form, address: ip, userAgent, consent, ...other, ...suspicion };
  await tx
    .insert(subscriberEvents)
    .values({ subscriberId: subscriber!.id, kind: "asked", at: now, data });
  if (!spamReason) await followUp(tx, subscriber!, now, settings);
  return { already: false, isNew, subscriber: subscriber! };
}

/** FOR UPDATE: a second sign-up of the same email waits here. */
async function lockSubscriber(tx: Db, email: string, spamReason: SpamReason | null, now: Date) {
  const added = await tx
    .insert(subscribers)
    .values({ email, state: "unsubscribed", spamReason, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: subscribers.id });
  const all = tx.select().from(subscribers).where(eq(subscribers.email, email));
  const [known] = await all.for("update");
  return { known: known!, isNew: added.length > 0 };
}

async function followUp(tx: Db, subscriber: Subscriber, now: Date, settings: NewsletterSettings) {
  if (subscriber.state === "pending") {
    const { id, email } = subscriber;
    const confirmation = {
      kind: "newsletter-confirm" as const,
      recipient: email,
      subject: "Please confirm your subscription",
      body: confirmationEmail(newsletterLink("confirm", id)),
      subscriberId: id,
    };
    await queueUnverifiedEmail(tx, confirmation, now);
  } else if (settings.MAILCHIMP_API_KEY) {
    await enqueueSync(tx, subscriber.id);
  } else {
    await queueUnverifiedEmail(tx, welcomeOf(subscriber), now);
  }
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

async function enqueueSync(tx: Db, subscriberId: string): Promise<void> {
  await tx
    .update(subscribers)
    .set({ mailchimp: "waiting", mailchimpError: null })
    .where(eq(subscribers.id, subscriberId));
  await enqueue(tx, "subscribers", [{ subscriberId }]);
}

/** Adds missing jobs: a backup holds subscribers but not the job queue. */
export function requeueSubscribers(db: Db): Promise<void> {
  return db.transaction(async (tx) => {
    const waiting = await tx
      .select({ subscriberId: subscribers.id })
      .from(subscribers)
      .where(eq(subscribers.mailchimp, "waiting"));
    await enqueueMissing(tx, "subscribers", waiting);
  });
}

/** False for an unknown or unsubscribed id. Confirming twice changes nothing. */
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

/** True also where the subscriber has been deleted since. A job tells Mailchimp. */
export function unsubscribe(
  db: Db,
  id: string,
  now = new Date(),
  settings: NewsletterSettings = getSettings(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [known] = await tx.select().from(subscribers).where(eq(subscribers.id, id)).for("update");
    if (!known || known.state === "unsubscribed") return true;
    await tx.update(subscribers).set({ state: "unsubscribed" }).where(eq(subscribers.id, id));
    await tx.insert(subscriberEvents).values({ subscriberId: id, kind: "unsubscribed", at: now });
    if (settings.MAILCHIMP_API_KEY) await enqueueSync(tx, id);
    return true;
  });
}

/** The job identifies the member by hash, since the email is erased here. */
export async function deleteMailchimpMember(
  tx: Db,
  email: string,
  settings: NewsletterSettings = getSettings(),
): Promise<void> {
  if (settings.MAILCHIMP_API_KEY)
    await enqueue(tx, "forgotten-members", [{ memberHash: memberHash(email) }]);
}

/* Links are signed and need no record: unsubscribing must work years later. */

export type LinkAction = "confirm" | "unsubscribe";

export function newsletterLink(action: LinkAction, subscriberId: string): string {
  return absoluteUrl(
    `/newsletter/${action}?who=${subscriberId}.${sign("newsletter link", `${action} ${subscriberId}`)}`,
  );
}

/** Null if we didn't sign the link. */
export function subscriberOf(action: LinkAction, url: string): string | null {
  const [id = "", signature = ""] = (new URL(url).searchParams.get("who") ?? "").split(".");
  return isSigned("newsletter link", `${action} ${id}`, signature) ? id : null;
}

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
      const isStill = await saveResult(tx, subscriber, { mailchimp: "done", mailchimpError: null });
      if (!isStill) await enqueueSync(tx, subscriberId);
      else if (joined) await queueUnverifiedEmail(tx, welcomeOf(subscriber), new Date());
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

/** False if the state has changed meanwhile: Mailchimp may have heard of it before. */
async function saveResult(
  db: Db,
  { id, state }: Subscriber,
  change: Pick<Subscriber, "mailchimp" | "mailchimpError">,
): Promise<boolean> {
  const saved = await db
    .update(subscribers)
    .set(change)
    .where(and(eq(subscribers.id, id), eq(subscribers.state, state)))
    .returning({ id: subscribers.id });
  return saved.length > 0;
}

/** How long a visitor waits for Mailchimp, in milliseconds; the sign-up is already stored. */
const visitorTimeout = 2_000;

/** False when Mailchimp does not answer in time. */
export async function isAlreadyOnList(result: Awaited<ReturnType<typeof subscribe>> | null) {
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

// Anyone may have typed the email address, so these emails repeat nothing else of the form.

const unbrokenBrand = () => content().site.brand.replaceAll(" ", "\u00a0");

export function welcomeEmail(unsubscribeUrl: string) {
  const note = (
    <>
      You get this email because you signed up for the {unbrokenBrand()} newsletter.{" "}
      <a data-text="button" href={unsubscribeUrl} style={{ color: "inherit" }}>
        Unsubscribe
      </a>
    </>
  );
  const projects = linkTo(pages.projects);
  return (
    <EmailLayout preview="Thanks for subscribing." signed note={note}>
      <Heading>Welcome</Heading>
      <Text>{content().site.newsletter.welcome}</Text>
      {projects && (
        <>
          <Text>In the meantime, here's what I'm up to.</Text>
          <Action href={absoluteUrl(projects)}>See my projects</Action>
        </>
      )}
    </EmailLayout>
  );
}

function confirmationEmail(confirmUrl: string) {
  const { newsletter } = content().site;
  return (
    <EmailLayout
      preview={newsletter.consent}
      signed
      note="If you didn't ask for it, ignore this email and you won't hear from me again."
    >
      <Heading>One click to subscribe</Heading>
      <Text>
        Please confirm you'd like the {unbrokenBrand()} newsletter. {newsletter.consent}
      </Text>
      <Action href={confirmUrl}>Yes, subscribe me</Action>
    </EmailLayout>
  );
}
