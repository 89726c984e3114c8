import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Facts, Heading, HowToAnswer, Quoted } from "#app/features/email/email-parts.tsx";
import { acknowledgement } from "#app/features/email/throttle.server.tsx";
import { type NewEmail, ownerEmail } from "#app/features/email/outbox.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { cutCharacters } from "#app/values/text.ts";
import { enquirerName, enquiryFacts } from "./event-facts.ts";
import type { ContactMessage } from "./model.ts";

export function acknowledgementOf({ id, email, event }: ContactMessage): NewEmail {
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

export function noticeOf(stored: ContactMessage): NewEmail {
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
