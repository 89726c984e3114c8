import { packageSentence } from "./credits.server.ts";
import { and, eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { expireEmails, queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { appointmentFields } from "./email-record.server.ts";
import { appointmentEmail } from "./emails.server.tsx";
import { lockEntry, serviceOf, updateEntry } from "./entries.server.ts";
import { clientInvitation } from "./invitation.server.ts";
import { asOwner, type Entry, isUpcoming } from "./model.ts";
import { recordEntry } from "./record.server.ts";
import { newToken } from "./token.server.ts";

type Renewing = { id: string; version: number; tellsClient: boolean };

export type RenewResult =
  | { ok: true; entry: Entry }
  | { ok: false; reason: "not-found" | "changed"; entry?: Entry };

/** The old link and that of the page after booking stop working. */
export function renewLink(
  db: Db,
  by: Administrator,
  { id, version, tellsClient }: Renewing,
  now = new Date(),
): Promise<RenewResult> {
  return db.transaction(async (tx) => {
    const before = await lockEntry(tx, { id }, now);
    if (!before) return { ok: false, reason: "not-found" };
    if (before.version !== version || before.token === null)
      return { ok: false, reason: "changed", entry: before };
    const entry = (await updateEntry(tx, before, { token: newToken(), pageToken: null }, now))!;
    await recordEntry(tx, entry, { action: "made a new link", actor: asOwner(by), before }, now);
    const { clientEmail } = entry;
    if (clientEmail === null) return { ok: true, entry };
    const isOfClient = and(eq(emails.appointmentId, id), eq(emails.recipient, clientEmail));
    const waiting = await expireEmails(tx, isOfClient, "Not sent: there is a new link.", now);
    // A client whose email was still waiting is told in any case.
    if ((tellsClient || waiting.length > 0) && isUpcoming(entry) && entry.startsAt > now)
      await emailLink(tx, entry, clientEmail, now);
    return { ok: true, entry };
  });
}

async function emailLink(tx: Db, entry: Entry, recipient: string, now: Date): Promise<void> {
  const service = await serviceOf(tx, entry);
  const credit = await packageSentence(tx, entry);
  const fields = appointmentFields(entry, service, { now, isUnseen: true, credit });
  const body = [
    `Hi ${fields.first_name},`,
    "Here's a new link for your appointment: the old one doesn't work any more. Nothing else has changed.",
    fields.details,
    fields.how_to_change,
    content().site.person,
  ];
  await queueEmails(tx, {
    kind: "appointment-changed",
    recipient,
    replyTo: ownerEmail(),
    subject: `New link: ${entry.title}`,
    body: appointmentEmail({
      body: body.filter(Boolean).join("\n\n"),
      details: String(fields.details),
      link: String(fields.appointment_link),
      label: "View your appointment",
    }),
    appointmentId: entry.id,
    invitation: clientInvitation(entry, recipient, now),
  });
}
