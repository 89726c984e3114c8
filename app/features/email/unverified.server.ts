import { asc, eq } from "drizzle-orm";
import { type RateLimit, consume } from "#app/server/database/rate-limit.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { type NewEmail, queueEmails } from "./outbox.server.ts";

/*
 * Emails to an address typed into a public form, which may be anyone's. Emails caused by the owner,
 * a known account or a signed link are not limited here.
 */

const minute = 60_000;

/** A family may enter three children for exams in one evening. */
const toOneMailbox: RateLimit = { burst: 3, interval: 60 * minute };

/** At most sixty within any hour, so that no flood of forms spoils the site's reputation as a sender. */
export const unverifiedEmailLimit: RateLimit = { burst: 40, interval: 3 * minute };

/** A count of its own: messages must not keep a newsletter's confirmation waiting. */
export const acknowledgementLimit: RateLimit = { burst: 20, interval: 3 * minute };

/** Released in one transaction. */
const atATime = 50;

/** Queues nothing when the mailbox has reached its limit; holds the email when all together have. */
export async function queueUnverifiedEmail(
  tx: Db,
  email: NewEmail & { recipient: string },
  now: Date,
): Promise<void> {
  const mailbox = `emails to ${senderDigest(mailboxOf(email.recipient))}`;
  if ((await consume(tx, mailbox, toOneMailbox, now)) !== null) return;
  const held = (await spendOnAll(tx, now)) !== null;
  const reason = "Many emails are going out this hour. This one waits its turn.";
  await queueEmails(tx, { ...email, ...(held && { held, lastError: reason }) });
}

/**
 * Queues nothing beyond either limit, and does not even render it: an acknowledgement that comes days
 * after a flood helps nobody.
 */
export async function queueAcknowledgement(
  tx: Db,
  recipient: string,
  email: () => NewEmail,
  now: Date,
): Promise<void> {
  const mailbox = `emails to ${senderDigest(mailboxOf(recipient))}`;
  if ((await consume(tx, mailbox, toOneMailbox, now)) !== null) return;
  if ((await consume(tx, "acknowledgements", acknowledgementLimit, now)) !== null) return;
  await queueEmails(tx, email());
}

/** Queues held emails, oldest first, as many as the limit allows. */
export async function releaseHeldEmails(db: Db, now = new Date()): Promise<void> {
  if ((await db.$count(emails, eq(emails.held, true))) === 0) return;
  await db.transaction(async (tx) => {
    const waiting = await tx
      .select({ letterId: emails.id })
      .from(emails)
      .where(eq(emails.held, true))
      .orderBy(asc(emails.createdAt), asc(emails.id))
      .limit(atATime)
      .for("update", { skipLocked: true });
    for (const job of waiting) {
      if ((await spendOnAll(tx, now)) !== null) return;
      const change = { held: false, lastError: null };
      await tx.update(emails).set(change).where(eq(emails.id, job.letterId));
      await enqueue(tx, "letters", [job]);
    }
  });
}

function spendOnAll(tx: Db, now: Date): Promise<number | null> {
  return consume(tx, "emails to unverified addresses", unverifiedEmailLimit, now);
}

/** One mailbox has many addresses: `Vic.Tim+1@gmail.com` is `victim@gmail.com`. */
function mailboxOf(emailAddress: string): string {
  const at = emailAddress.lastIndexOf("@");
  const [name = ""] = emailAddress.slice(0, at).toLowerCase().split("+");
  const domain = emailAddress.slice(at + 1).toLowerCase();
  const gmail = domain === "gmail.com" || domain === "googlemail.com";
  return gmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
