import { and, eq } from "drizzle-orm";
import { announcementLimit } from "#app/features/email/announce.server.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail, readOwnerEmail } from "#app/features/email/owner.server.ts";
import { queueAppointmentEmail } from "#app/features/email/unverified.server.ts";
import { reminderText } from "#app/features/reminders/text.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { consume } from "#app/server/database/rate-limit.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { packageSentence } from "./credits.server.ts";
import { appointmentEmails } from "./email-copy.ts";
import { appointmentFields } from "./email-record.server.ts";
import { appointmentEmail, noticeEmail, noticeSubject } from "./emails.server.tsx";
import { serviceOf } from "./entries.server.ts";
import { clientInvitation, entryAdminUrl, ownerInvitation } from "./invitation.server.ts";
import { type Actor, type DiaryChange, type Entry, isOpenForChanges } from "./model.ts";
import { planAppointmentReminder } from "./reminders.server.ts";

export type ChangeInfo = {
  actor: Actor;
  /** As it stood before. */
  before?: Entry;
  /** In the actor's words. */
  reason?: string;
  /** False where the owner tells the client otherwise. */
  tellsClient?: boolean;
  /** Of the emails, in seconds. */
  delay?: number;
};

type Change = ChangeInfo & { change: DiaryChange; entry: Entry };

/**
 * Tells the client and the owner of a change of an appointment, in the transaction of the change: one
 * email each, with an invitation that their calendars follow.
 */
export async function announceChange(
  tx: Db,
  change: DiaryChange,
  entry: Entry,
  info: ChangeInfo,
  now: Date,
): Promise<void> {
  if (entry.spamReason) return;
  const told = { ...info, change, entry };
  const tellsClient = info.tellsClient !== false && entry.clientEmail !== null;
  await expireHeld(tx, entry, tellsClient, now);
  const isReminded = entry.state === "booked" && entry.clientEmail !== null;
  if (tellsClient || !isReminded) await planAppointmentReminder(tx, entry, now);
  if (tellsClient) await tellClient(tx, told, now);
  await tellOwner(tx, told, now);
}

/** What still waits for its turn would say how it stood before; a client who isn't told now still gets it. */
export async function expireHeld(
  tx: Db,
  { id }: Entry,
  tellsClient: boolean,
  now: Date,
): Promise<void> {
  const lastError = "Not sent: a later email says how it stands now.";
  const isReplaced = tellsClient ? undefined : eq(emails.kind, "appointment-notice");
  await tx
    .update(emails)
    .set({ state: "expired", held: false, lastError, settledAt: now })
    .where(and(eq(emails.appointmentId, id), eq(emails.held, true), isReplaced));
}

async function tellClient(tx: Db, told: Change, now: Date): Promise<void> {
  const { entry, before, actor } = told;
  const change = newsFor(told);
  const recipient = entry.clientEmail!;
  const isAnswer = actor.party === "client";
  const service = await serviceOf(tx, entry);
  const reason = reasonFor(told);
  // Who hasn't heard of it yet isn't told how it was before.
  const known = change === told.change ? before : undefined;
  const credit = await packageSentence(tx, entry);
  const record = appointmentFields(entry, service, {
    now,
    before: known,
    reason,
    isUnseen: true,
    credit,
  });
  const text = await reminderText(tx, appointmentEmails()[change], record);
  if (!text) return;
  const isOver = entry.state === "cancelled";
  const isRequest = entry.state === "requested";
  const isOpen = isOpenForChanges(entry, now);
  const email = {
    kind: `appointment-${change}` as const,
    recipient,
    replyTo: ownerEmail(),
    subject: text.subject,
    body: appointmentEmail({
      body: text.body,
      details: isOver ? [record.service, record.when].join("\n") : String(record.details),
      isOff: isOver,
      link: String(isOver ? record.booking_link : record.appointment_link),
      label: isOver
        ? "Choose another time"
        : `${isOpen ? "View or change" : "View"} your ${isRequest ? "request" : "appointment"}`,
      isAnswer: isAnswer && !before,
    }),
    appointmentId: entry.id,
    invitation: clientInvitation(entry, recipient, now),
    ...(told.delay && { delay: told.delay }),
  };
  if (isAnswer) await queueAppointmentEmail(tx, email, now);
  else await queueEmails(tx, email);
}

/** To an address that has no invitation yet, nothing has changed. */
function newsFor({ change, entry: { state, clientEmail }, before }: Change): DiaryChange {
  if (change !== "changed" || before?.clientEmail === clientEmail) return change;
  return state === "requested" ? "requested" : "booked";
}

/** What a client writes is for the owner; a form could carry it to anyone. */
function reasonFor({ change, actor, reason = "" }: Change): string {
  if (actor.party === "owner") return reason;
  return actor.party === "clock" && change === "declined"
    ? "I didn't get to your request in time, and I'm sorry about that."
    : "";
}

/** Nothing has changed yet: a request is about to lapse. */
export const isWarning = ({ change, actor }: Pick<Change, "change" | "actor">) =>
  change === "requested" && actor.party === "clock";

/** One email with all that was said, which waits its turn in a flood. */
export async function tellOwner(tx: Db, told: Change, now: Date): Promise<void> {
  const { change, entry, actor, delay } = told;
  const recipient = await readOwnerEmail(tx);
  const isClients = actor.party === "client";
  // Nothing is lost in a flood: what is beyond the limit waits, and the next change replaces it.
  const limit = () => consume(tx, "announcements of appointments", announcementLimit, now);
  const held = isClients && (await limit()) !== null;
  await queueEmails(tx, {
    kind: "appointment-notice",
    recipient,
    ...(entry.clientEmail && { replyTo: entry.clientEmail }),
    subject: noticeSubject(change, entry, now),
    body: noticeEmail(change, told, entryAdminUrl(entry)),
    appointmentId: entry.id,
    ...(delay && { delay }),
    ...(!entry.spamReason &&
      !isWarning(told) && { invitation: ownerInvitation(entry, recipient, now) }),
    ...(held && { held, lastError: "Many appointments are changing. This email waits its turn." }),
  });
}
