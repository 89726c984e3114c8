import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { announceToOwner, acknowledgement } from "#app/features/email/enquiry-emails.server.tsx";
import { type NewEmail, queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { queueAcknowledgement } from "#app/features/email/unverified.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { contactMessages } from "#app/server/database/tables.server.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { newEventEnquiryEmail } from "./emails.server.tsx";
import { enquirerName, enquiryMessage } from "./model.ts";
import type { EventEnquiry } from "./schema.ts";

type StoredEnquiry = Pick<typeof contactMessages.$inferSelect, "id" | "email" | "event">;

/** Stores a contact message; suspected spam sends no emails. */
export async function storeEventEnquiry(
  tx: Db,
  enquiry: EventEnquiry,
  { spamReason, now }: SubmissionInfo,
): Promise<string> {
  const { email, ...event } = enquiry;
  const [message] = await tx
    .insert(contactMessages)
    .values({
      name: enquirerName(enquiry),
      email,
      message: enquiryMessage(enquiry),
      event,
      spamReason,
      createdAt: now,
    })
    .returning();
  if (!spamReason) {
    await announceToOwner(tx, "event", () => enquiryEmail(message!), now);
    await queueAcknowledgement(tx, email, () => acknowledgementOf(message!), now);
  }
  return message!.id;
}

export function announceEventEnquiry(tx: Db, enquiry: StoredEnquiry): Promise<void> {
  return queueEmails(tx, enquiryEmail(enquiry), acknowledgementOf(enquiry));
}

function acknowledgementOf({ id, email }: Pick<StoredEnquiry, "id" | "email">) {
  return acknowledgement({
    kind: "event-acknowledgement",
    recipient: email,
    subject: "Your live piano enquiry",
    heading: "Thanks for your enquiry",
    text:
      `Your enquiry has reached me. I'll be in touch within ${content().site.replyTime}, ` +
      "with a written quote if I'm free on the day.",
    contactMessageId: id,
  });
}

function enquiryEmail({ id, email, event }: StoredEnquiry): NewEmail {
  if (!event) throw new Error("This message is no event enquiry.");
  return {
    kind: "event-enquiry",
    recipient: ownerEmail(),
    replyTo: email,
    subject: `Live piano enquiry from ${enquirerName(event)}`,
    body: newEventEnquiryEmail({ ...event, email }, absoluteUrl(href("/admin/inbox/:id", { id }))),
    contactMessageId: id,
  };
}
