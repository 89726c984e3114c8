import { and, eq, ne, sql } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { ComposedEmail } from "#app/features/email/composed-email.tsx";
import { expireEmails, queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { timesInZones } from "#app/features/services/times.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { zoneOf } from "./email-record.server.ts";
import { clientInvitation } from "./invitation.server.ts";
import type { Entry } from "./model.ts";

export const isReaddressed = (before: Entry, clientEmail: string | null | undefined) =>
  before.clientEmail !== null &&
  clientEmail !== undefined &&
  clientEmail?.toLowerCase() !== before.clientEmail.toLowerCase();

/** Emails waiting for the old address expire, and its calendar gets a cancellation. */
export async function takeBack(tx: Db, before: Entry, { version }: Entry, now: Date) {
  const recipient = before.clientEmail!;
  const isTheirs = and(
    eq(emails.appointmentId, before.id),
    sql`lower(${emails.recipient}) = ${recipient.toLowerCase()}`,
  );
  await expireEmails(tx, isTheirs, "Not sent: the appointment has another address now.", now);
  const told = await tx.$count(emails, and(isTheirs, ne(emails.state, "expired")));
  if (told === 0) return;
  const gone: Entry = { ...before, version, state: "cancelled", token: null };
  const { title, startsAt, endsAt } = before;
  const [when = ""] = timesInZones(startsAt, endsAt, zoneOf(before)).ranges;
  const details = `${title}\n${when}`;
  await queueEmails(tx, {
    kind: "appointment-cancelled",
    recipient,
    replyTo: ownerEmail(),
    subject: `No longer at this address: ${title}`,
    body: <ComposedEmail body={movedAway(details)} details={details} isOff />,
    appointmentId: before.id,
    invitation: clientInvitation(gone, recipient, now),
  });
}

const movedAway = (details: string) => `Hello,

This appointment was sent to your address by mistake, or its emails go to another one now. You have \
nothing to do: its link has stopped working, and the invitation that comes with this email takes it \
out of your calendar.

${details}

${content().site.person}`;
