import { href } from "react-router";
import { and, eq, isNotNull } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  Facts,
  Heading,
  HowToAnswer,
  Quoted,
  Text,
} from "#app/features/email/email-parts.tsx";
import { announceToOwner, queueAcknowledgement } from "#app/features/email/throttle.server.tsx";
import { type NewEmail, ownerEmail, queueEmails } from "#app/features/email/outbox.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { contactMessages, type EventFields } from "#app/server/database/tables.server.ts";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import type { MessageState } from "#app/server/database/enums.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { cutCharacters } from "#app/values/text.ts";
import { enquirerName, enquiryFacts, enquiryMessage } from "./event-facts.ts";
import type { EventEnquiry } from "./event-schema.ts";
import type { ContactMessage } from "./model.ts";
import type { ContactInput } from "./schema.ts";

export function storeContactMessage(tx: Db, input: ContactInput, info: SubmissionInfo) {
  return storeMessage(tx, input, info);
}

export function storeEventEnquiry(tx: Db, enquiry: EventEnquiry, info: SubmissionInfo) {
  const { email, ...event } = enquiry;
  const [name, message] = [enquirerName(enquiry), enquiryMessage(enquiry)];
  return storeMessage(tx, { name, email, message, event }, info);
}

/** Suspected spam is stored without any email. */
async function storeMessage(
  tx: Db,
  values: ContactInput & { event?: EventFields },
  { spamReason, now }: SubmissionInfo,
): Promise<ContactMessage> {
  const [stored] = await tx
    .insert(contactMessages)
    .values({ ...values, spamReason, createdAt: now })
    .returning();
  const message = stored!;
  if (!spamReason) {
    const kind = message.event ? "event" : "message";
    await announceToOwner(tx, kind, () => noticeOf(message), now);
    await queueAcknowledgement(tx, message.email, () => acknowledgementOf(message), now);
  }
  return message;
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
export function releaseMessage(db: Db, by: Administrator, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    const ofId = eq(contactMessages.id, id);
    const [message] = await tx
      .update(contactMessages)
      .set({ spamReason: null })
      .where(and(ofId, isNotNull(contactMessages.spamReason)))
      .returning();
    if (!message) return (await tx.$count(contactMessages, ofId)) > 0;
    await queueEmails(tx, noticeOf(message), acknowledgementOf(message));
    await recordActivity(
      tx,
      { actor: by.email, action: "released", subject: subject(message) },
      now,
    );
    return true;
  });
}

function acknowledgementOf({ id, email, event }: ContactMessage): NewEmail {
  const { person, replyTime } = content().site;
  const ids = { recipient: email, contactMessageId: id };
  if (!event)
    return acknowledgement({
      ...ids,
      kind: "contact-acknowledgement",
      subject: `Your message to ${person}`,
      heading: "Thanks for your message",
      text: `Your message has reached me, and I'll reply within ${replyTime}.`,
    });
  return acknowledgement({
    ...ids,
    kind: "event-acknowledgement",
    subject: "Your live piano enquiry",
    heading: "Thanks for your enquiry",
    text:
      `Your enquiry has reached me. I'll be in touch within ${replyTime}, ` +
      "with a written quote if I'm free on the day.",
  });
}

type Acknowledgement = {
  kind: "contact-acknowledgement" | "event-acknowledgement";
  recipient: string;
  subject: string;
  heading: string;
  text: string;
  contactMessageId: string;
};

/** Anyone may have typed this address: the site must not carry a stranger's words, not even a name, to it. */
function acknowledgement({ heading, text, ...email }: Acknowledgement): NewEmail {
  return {
    ...email,
    replyTo: ownerEmail(),
    body: (
      <EmailLayout
        preview={text}
        signed
        note="If this wasn't you, someone mistyped their address. You can ignore this email."
      >
        <Heading>{heading}</Heading>
        <Text>Hello,</Text>
        <Text>{text}</Text>
        <Text>If you think of anything else in the meantime, just reply to this email.</Text>
      </EmailLayout>
    ),
  };
}

function noticeOf(stored: ContactMessage): NewEmail {
  const { id, name, email, message, event } = stored;
  const text = event ? event.eventDescription : message;
  const phone = event?.phone;
  return {
    kind: event ? "event-enquiry" : "contact-message",
    recipient: ownerEmail(),
    replyTo: email,
    subject: event ? `Live piano enquiry from ${enquirerName(event)}` : `Message from ${name}`,
    body: (
      <EmailLayout preview={cutCharacters(text, 120)}>
        <Heading>
          {event ? `Live piano enquiry from ${enquirerName(event)}` : `A message from ${name}`}
        </Heading>
        <Quoted>{text}</Quoted>
        <Facts
          facts={[
            ...(event ? enquiryFacts(event) : []),
            ...(phone ? [["Phone", phone] as const] : []),
            ["Email", email],
          ]}
        />
        <HowToAnswer email={email} />
        <Action href={absoluteUrl(href("/admin/inbox/:id", { id }))}>
          {event ? "Open this enquiry" : "Open this message"}
        </Action>
      </EmailLayout>
    ),
    contactMessageId: id,
  };
}
