import { href } from "react-router";
import { and, eq, isNotNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { announceToOwner, acknowledgement } from "#app/features/email/enquiry-emails.server.tsx";
import { type NewEmail, queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { queueAcknowledgement } from "#app/features/email/unverified.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { content } from "#app/content/content.ts";
import type { MessageState } from "#app/server/database/enums.ts";
import { newMessageEmail } from "./emails.server.tsx";
import type { ContactMessage } from "./model.ts";
import type { ContactInput } from "./schema.ts";

/** Suspected spam is stored without any email. */
export async function storeContactMessage(
  tx: Db,
  input: ContactInput,
  { spamReason, now }: SubmissionInfo,
): Promise<ContactMessage> {
  const [message] = await tx
    .insert(contactMessages)
    .values({ ...input, spamReason, createdAt: now })
    .returning();
  if (!spamReason) {
    await announceToOwner(tx, "message", () => messageEmail(message!), now);
    await queueAcknowledgement(tx, input.email, () => acknowledgementOf(message!), now);
  }
  return message!;
}

export function announceMessage(tx: Db, message: ContactMessage): Promise<void> {
  return queueEmails(tx, messageEmail(message), acknowledgementOf(message));
}

function acknowledgementOf({ id, email }: Pick<ContactMessage, "id" | "email">) {
  const { person, replyTime } = content().site;
  return acknowledgement({
    kind: "contact-acknowledgement",
    recipient: email,
    subject: `Your message to ${person}`,
    heading: "Thanks for your message",
    text: `Your message has reached me, and I'll reply within ${replyTime}.`,
    contactMessageId: id,
  });
}

function messageEmail(message: ContactMessage): NewEmail {
  return {
    kind: "contact-message",
    recipient: ownerEmail(),
    replyTo: message.email,
    subject: `Message from ${message.name}`,
    body: newMessageEmail(message, absoluteUrl(href("/admin/inbox/:id", { id: message.id }))),
    contactMessageId: message.id,
  };
}

/** Any state may follow any other; false for an unknown id. */
export function setMessageState(
  db: Db,
  by: Administrator,
  { id, state }: { id: string; state: MessageState },
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofId = eq(contactMessages.id, id);
    const [message] = await tx.select().from(contactMessages).where(ofId).for("update");
    if (message && message.state !== state) {
      await tx.update(contactMessages).set({ state }).where(ofId);
      const change = { before: { state: message.state }, after: { state } };
      const entry = { actor: by.email, action: "changed", subject: subject(message), ...change };
      await recordActivity(tx, entry, now);
    }
    return message !== undefined;
  });
}

const subject = ({ id, name }: ContactMessage) => ({ kind: "message" as const, id, label: name });

/** Releases a message from quarantine and announces it once; false for an unknown id. */
export function releaseMessage(
  db: Db,
  by: Administrator,
  id: string,
  announce: (tx: Db, message: ContactMessage) => Promise<void>,
  now = new Date(),
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const ofId = eq(contactMessages.id, id);
    const [message] = await tx
      .update(contactMessages)
      .set({ spamReason: null })
      .where(and(ofId, isNotNull(contactMessages.spamReason)))
      .returning();
    if (!message) return (await tx.$count(contactMessages, ofId)) > 0;
    await announce(tx, message);
    await recordActivity(
      tx,
      { actor: by.email, action: "released", subject: subject(message) },
      now,
    );
    return true;
  });
}
