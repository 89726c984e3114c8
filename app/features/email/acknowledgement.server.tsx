import { EmailLayout } from "./email-layout.tsx";
import { Heading, Text } from "./email-parts.tsx";
import type { NewEmail } from "./outbox.server.ts";
import { ownerEmail } from "./owner.server.ts";

type Acknowledgement = {
  kind: "contact-acknowledgement" | "event-acknowledgement";
  recipient: string;
  subject: string;
  heading: string;
  text: string;
  contactMessageId: string;
};

/**
 * Anyone may have typed this email address, so nothing of the form is repeated, not even the name:
 * the site must not carry a stranger's words to somebody else.
 */
export function acknowledgement({ heading, text, ...email }: Acknowledgement): NewEmail {
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
