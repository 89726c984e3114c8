import { queueLetter } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/db.server.ts";
import { absolute } from "#app/server/http.server.ts";
import { contactMessages } from "#app/server/tables.server.ts";
import { newEnquiryLetter } from "./emails.server.tsx";
import { enquirerName, enquiryMessage } from "./model.ts";
import type { EventEnquiry } from "./schema.ts";

/** Stores an event enquiry as a contact message, its fields beside it, with the letter that tells the owner. */
export function sendEventEnquiry(db: Db, enquiry: EventEnquiry, now = new Date()): Promise<string> {
  const { email, ...event } = enquiry;
  return db.transaction(async (tx) => {
    const [message] = await tx
      .insert(contactMessages)
      .values({ name: enquirerName(enquiry), email, message: enquiryMessage(enquiry), event, createdAt: now })
      .returning({ id: contactMessages.id });
    await queueLetter(tx, {
      kind: "event-enquiry",
      recipient: await ownerAddress(tx),
      replyTo: email,
      subject: `Live piano enquiry from ${enquirerName(enquiry)}`,
      body: newEnquiryLetter(enquiry, absolute("/admin/inbox")),
      contactMessageId: message!.id,
    });
    return message!.id;
  });
}
