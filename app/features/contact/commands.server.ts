import type { Db } from "#app/server/db.server.ts";
import { absolute } from "#app/server/http.server.ts";
import { contactMessages } from "#app/server/tables.server.ts";
import { queueLetter } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import { newMessageLetter } from "./emails.server.tsx";
import type { ContactMessage } from "./model.ts";
import type { ContactInput } from "./schema.ts";

/** Stores a visitor's message together with the letter that tells the owner of it. */
export function sendContactMessage(db: Db, input: ContactInput, now = new Date()): Promise<ContactMessage> {
  return db.transaction(async (tx) => {
    const [message] = await tx.insert(contactMessages).values({ ...input, createdAt: now }).returning();
    await queueLetter(tx, {
      kind: "contact-message",
      recipient: await ownerAddress(tx),
      replyTo: input.email,
      subject: `Message from ${input.name}`,
      body: newMessageLetter(message!, absolute("/admin/inbox")),
      contactMessageId: message!.id,
    });
    return message!;
  });
}
