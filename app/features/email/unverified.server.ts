import { asc, eq, sql } from "drizzle-orm";
import { type RateLimit, consume } from "#app/server/database/rate-limit.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { type NewEmail, queueEmails } from "./outbox.server.ts";

/* Limits emails to addresses typed into public forms, unless the owner, an account or a signed link caused them. */

const minute = 60_000;

/** A family may enter three children for exams in one evening. */
const toOneMailbox: RateLimit = { burst: 3, interval: 60 * minute };

/** At most sixty in any hour: a flood of forms must not spoil the site's reputation as a sender. */
export const unverifiedEmailLimit: RateLimit = { burst: 40, interval: 3 * minute };

/** Counted separately: messages must not keep a newsletter's confirmation waiting. */
export const acknowledgementLimit: RateLimit = { burst: 20, interval: 3 * minute };

/** A family may book, move twice and cancel in one evening. */
const aboutAppointments: RateLimit = { burst: 8, interval: 30 * minute };

/** Per transaction. */
const atATime = 50;

/** False beyond the mailbox's limit: nothing is queued. Holds the email beyond the limit for all of them. */
export async function queueUnverifiedEmail(
  tx: Db,
  email: NewEmail & { recipient: string },
  now: Date,
): Promise<boolean> {
  const mailbox = `emails to ${senderDigest(mailboxOf(email.recipient))}`;
  if ((await consume(tx, mailbox, toOneMailbox, now)) !== null) return false;
  const isHeld = (await spendOnAll(tx, now)) !== null;
  await queueEmails(tx, isHeld ? heldEmail(email, reasons.all) : email);
  return true;
}

/** Shown in the list of emails; {@link releaseHeldEmails} compares these texts. */
const reasons = {
  all: "Many emails are going out this hour. This one waits its turn.",
  mailbox: "Several emails went to this address this hour. This one waits its turn.",
};

const heldEmail = (email: NewEmail, lastError: string): NewEmail => ({
  ...email,
  held: true,
  lastError,
});

/** Holds the email beyond either limit: nothing is lost. */
export async function queueAppointmentEmail(
  tx: Db,
  email: NewEmail & { recipient: string },
  now: Date,
): Promise<void> {
  if ((await spendOnAppointments(tx, email.recipient, now)) !== null)
    return queueEmails(tx, heldEmail(email, reasons.mailbox));
  const isHeld = (await spendOnAll(tx, now)) !== null;
  await queueEmails(tx, isHeld ? heldEmail(email, reasons.all) : email);
}

function spendOnAppointments(tx: Db, recipient: string, now: Date): Promise<number | null> {
  const mailbox = `appointments of ${senderDigest(mailboxOf(recipient))}`;
  return consume(tx, mailbox, aboutAppointments, now);
}

/** Drops the email beyond either limit, unrendered: days after a flood it helps nobody. */
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

/** Oldest first, as many as the limits allow; those held for a mailbox come last. */
export async function releaseHeldEmails(db: Db, now = new Date()): Promise<void> {
  if ((await db.$count(emails, eq(emails.held, true))) === 0) return;
  await db.transaction(async (tx) => {
    const waiting = await tx
      .select({ letterId: emails.id, recipient: emails.recipient, reason: emails.lastError })
      .from(emails)
      .where(eq(emails.held, true))
      .orderBy(
        sql`${emails.lastError} is not distinct from ${reasons.mailbox}`,
        asc(emails.createdAt),
        asc(emails.id),
      )
      .limit(atATime)
      .for("update", { skipLocked: true });
    for (const { letterId, recipient, reason } of waiting) {
      const waitsForMailbox =
        reason === reasons.mailbox && (await spendOnAppointments(tx, recipient, now)) !== null;
      if (waitsForMailbox) continue;
      if ((await spendOnAll(tx, now)) !== null) return;
      const change = { held: false, lastError: null };
      await tx.update(emails).set(change).where(eq(emails.id, letterId));
      await enqueue(tx, "letters", [{ letterId }]);
    }
  });
}

function spendOnAll(tx: Db, now: Date): Promise<number | null> {
  return consume(tx, "emails to unverified addresses", unverifiedEmailLimit, now);
}

/** One mailbox has many addresses: `Vic.Tim+1@gmail.com` is `victim@gmail.com`. */
export function mailboxOf(emailAddress: string): string {
  const at = emailAddress.lastIndexOf("@");
  const [name = ""] = emailAddress.slice(0, at).toLowerCase().split("+");
  const domain = emailAddress.slice(at + 1).toLowerCase();
  const gmail = domain === "gmail.com" || domain === "googlemail.com";
  return gmail ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
