import type { Administrator } from "#app/features/auth/model.ts";
import { queueLetters } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/db.server.ts";
import { absolute } from "#app/server/http.server.ts";
import { contactMessages } from "#app/server/tables.server.ts";
import type { Arrival } from "#app/values/form-guard.ts";
import { and, eq, isNotNull } from "drizzle-orm";
import { newMessageLetter } from "./emails.server.tsx";
import type { ContactMessage, MessageState } from "./model.ts";
import type { ContactInput } from "./schema.ts";

/** Stores a visitor's message in the transaction `tx`, with the letter that tells the owner of it; a suspected one without. */
export async function sendContactMessage(tx: Db, input: ContactInput, { suspicion, now }: Arrival): Promise<ContactMessage> {
  const [message] = await tx.insert(contactMessages).values({ ...input, suspicion, createdAt: now }).returning();
  if (!suspicion) await announceMessage(tx, message!);
  return message!;
}

/** Tells the owner of a message, in the transaction that makes it hers to answer. */
export async function announceMessage(tx: Db, message: ContactMessage): Promise<void> {
  await queueLetters(tx, {
    kind: "contact-message",
    recipient: ownerAddress(),
    replyTo: message.email,
    subject: `Message from ${message.name}`,
    body: newMessageLetter(message, absolute("/admin/inbox")),
    contactMessageId: message.id,
  });
}

/** The owner says where a message stands; she may go from any state to any. False when there is no such message any more. */
export async function setMessageState(db: Db, _by: Administrator, { id, state }: { id: string; state: MessageState }): Promise<boolean> {
  const changed = await db.update(contactMessages).set({ state }).where(eq(contactMessages.id, id)).returning({ id: contactMessages.id });
  return changed.length === 1;
}

/** A suspected message was genuine: it joins the others and is announced like them. False when somebody has done so already. */
export function releaseMessage(db: Db, _by: Administrator, id: string, announce: (tx: Db, message: ContactMessage) => Promise<void>): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [message] = await tx
      .update(contactMessages)
      .set({ suspicion: null })
      .where(and(eq(contactMessages.id, id), isNotNull(contactMessages.suspicion)))
      .returning();
    if (message) await announce(tx, message);
    return message !== undefined;
  });
}
