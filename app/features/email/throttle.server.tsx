import { href } from "react-router";
import { and, inArray, isNull, min, sql, asc, eq } from "drizzle-orm";
import { type RateLimit, consume } from "#app/server/database/rate-limit.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import {
  amebBookings,
  contactMessages,
  unannouncedEnquiries,
  emails,
} from "#app/server/database/tables.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import { inWords } from "#app/values/wording.ts";
import { EmailLayout } from "./email-layout.tsx";
import {
  Action,
  type EmailFact,
  Facts,
  Heading,
  HowToAnswer,
  Quoted,
  Text,
} from "./email-parts.tsx";
import { type NewEmail, queueEmails, ownerEmail } from "./outbox.server.ts";
import { enqueue } from "#app/server/jobs/queue.server.ts";
import { senderDigest } from "#app/server/secret.server.ts";

/* Every enquiry is in exactly one email: its own or, in a flood, a ten-minute summary. */

const minute = 60_000;

/** A busy evening brings some thirty enquiries. */
export const announcementLimit: RateLimit = { burst: 60, interval: 2 * minute };

/** In milliseconds, after the first enquiry without an email of its own. */
const summaryAfter = 10 * minute;

type Summarised = typeof unannouncedEnquiries.$inferSelect;
type Enquiry = Summarised["kind"];

/** Beyond the limit `email` is not rendered: the enquiry goes into the next summary. */
export async function announceToOwner(tx: Db, kind: Enquiry, email: () => NewEmail, now: Date) {
  const wait = await consume(tx, "announcements of enquiries", announcementLimit, now);
  if (wait === null) await queueEmails(tx, email());
  else await tx.insert(unannouncedEnquiries).values({ kind, at: now });
}

/** Any number, as long as all processes use the same. */
const summaryLock = 7_240_033;

export async function sendEnquirySummary(db: Db, now = new Date()): Promise<void> {
  if (!(await isDue(db, now))) return;
  await db.transaction(async (tx) => {
    const [lock] = await rowsOf<{ mine: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${summaryLock}) as mine`,
    );
    // Another process may have sent it since the first check.
    if (!lock!.mine || !(await isDue(tx, now))) return;
    const deleted = await tx.delete(unannouncedEnquiries).returning();
    const summarised = deleted.toSorted((one, other) => Number(one.at) - Number(other.at));
    const ago = Number(now) - Number(summarised[0]!.at);
    const subject = `${newEnquiries(summarised.length)} in the last ${time(ago)}`;
    const senders = await sendersOf(tx, summarised);
    const onlySender = summarised.length === 1 ? senders[0] : undefined;
    await queueEmails(tx, {
      kind: "enquiry-summary",
      recipient: ownerEmail(),
      ...(onlySender && { replyTo: onlySender.email }),
      subject,
      body: summaryEmail(subject, summarised, senders),
    });
  });
}

/** An enquiry in the future was stored by a clock that ran ahead. */
async function isDue(db: Db, now: Date): Promise<boolean> {
  const [oldest] = await db.select({ at: min(unannouncedEnquiries.at) }).from(unannouncedEnquiries);
  return oldest?.at != null && Math.abs(now.getTime() - oldest.at.getTime()) >= summaryAfter;
}

/** In a flood, names would say little. */
const mostNamed = 12;

type Sender = { name: string; email: string; words: string };

/** Each message was stored at the same instant as its entry here. */
async function sendersOf(tx: Db, summarised: readonly Summarised[]): Promise<Sender[]> {
  if (summarised.length > mostNamed) return [];
  const noted = summarised.map(({ at }) => at);
  const messages = await tx
    .select({
      name: contactMessages.name,
      email: contactMessages.email,
      words: contactMessages.message,
    })
    .from(contactMessages)
    .where(and(inArray(contactMessages.createdAt, noted), isNull(contactMessages.spamReason)));
  const bookings = await tx
    .select({
      name: amebBookings.studentParentName,
      email: amebBookings.contactEmail,
      words: amebBookings.examBoardGrade,
    })
    .from(amebBookings)
    .where(and(inArray(amebBookings.createdAt, noted), isNull(amebBookings.spamReason)));
  return [...messages, ...bookings];
}

function newEnquiries(count: number): string {
  return count === 1 ? "1 new enquiry" : `${count} new enquiries`;
}

/** `ten minutes`; hours after an outage. */
function time(milliseconds: number): string {
  const minutes = Math.max(Math.round(milliseconds / minute), 10);
  if (minutes < 120) return `${inWords(minutes)} minutes`;
  return `${inWords(Math.ceil(minutes / 60))} hours`;
}

const names: Record<Enquiry, { one: string; many: string }> = {
  message: { one: "a message", many: "messages" },
  event: { one: "a live piano enquiry", many: "live piano enquiries" },
  ameb: { one: "an AMEB enquiry", many: "AMEB enquiries" },
};

const inbox = () => ({ href: absoluteUrl(href("/admin/inbox")), label: "Open the inbox" });
const bookings = () => ({
  href: absoluteUrl(href("/admin/ameb-bookings")),
  label: "Open the AMEB bookings",
});

function summaryEmail(
  subject: string,
  summarised: readonly Summarised[],
  senders: readonly Sender[],
) {
  const enquiries = summarised.map(({ kind }) => kind);
  const kinds = (Object.keys(names) as Enquiry[]).filter((kind) => enquiries.includes(kind));
  const count = (kind: Enquiry) => enquiries.filter((other) => other === kind).length;
  const counts = kinds.map((kind): EmailFact => [
    capitalised(names[kind].many),
    String(count(kind)),
  ]);
  const isOne = enquiries.length === 1;
  const [sender] = senders;
  const people = [...new Set(senders.map(({ name }) => name))];
  const one = `${capitalised(names[enquiries[0]!].one)} ${sender ? `from ${sender.name}` : "has come in"}`;
  const isOnlyAmeb = kinds.every((kind) => kind === "ameb");
  const first = isOnlyAmeb ? bookings() : inbox();
  return (
    <EmailLayout preview={savedSentence(kinds, enquiries.length)}>
      <Heading>{isOne ? one : subject}</Heading>
      <Text>
        {isOne
          ? "You've had more enquiries than usual, so this one was held back a few minutes. "
          : "You've had more enquiries than usual, so these share one email. "}
        {savedSentence(kinds, enquiries.length)}
      </Text>
      {isOne && sender && <Beginning>{sender.words}</Beginning>}
      <Facts
        facts={[
          ...(kinds.length > 1 ? counts : []),
          ...(sender && isOne ? [["Email", sender.email] as const] : []),
          ...(sender && !isOne ? [["From", people.join("\n")] as const] : []),
          ...cameIn(summarised),
        ]}
      />
      {isOne && sender && <HowToAnswer email={sender.email} />}
      <Action
        href={first.href}
        also={!isOnlyAmeb && kinds.includes("ameb") ? bookings() : undefined}
      >
        {first.label}
      </Action>
    </EmailLayout>
  );
}

function Beginning({ children: whole }: { children: string }) {
  const beginning = cutCharacters(whole, 120);
  if (beginning === whole) return <Quoted>{whole}</Quoted>;
  return (
    <>
      <Quoted>{`${beginning.trimEnd()}…`}</Quoted>
      <Text>That's only how it begins.</Text>
    </>
  );
}

function cameIn(summarised: readonly Summarised[]): EmailFact[] {
  const first = longInstant(summarised[0]!.at);
  const latest = longInstant(summarised.at(-1)!.at);
  if (first === latest) return [["Came in", first]];
  return [
    ["First", first],
    ["Latest", latest],
  ];
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function savedSentence([kind, ...others]: readonly Enquiry[], count: number): string {
  const place = kind === "ameb" ? "with your AMEB bookings" : "in your inbox";
  if (others.includes("ameb"))
    return "They're saved in your inbox, AMEB enquiries with your AMEB bookings.";
  if (!kind || others.length > 0) return `They're saved ${place}.`;
  return count === 1 ? `It's saved ${place}.` : `They're ${names[kind].many}, saved ${place}.`;
}

/* Limits emails to addresses typed into public forms, unless the owner, an account or a signed link caused them. */

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
