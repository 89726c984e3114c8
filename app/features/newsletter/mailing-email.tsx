import { content } from "#app/content/content.ts";
import { emailColour, EmailLayout, withoutSignOff } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Subheading, Text } from "#app/features/email/email-parts.tsx";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { cutCharacters } from "#app/values/text.ts";
import { MailingBody, type MailingParts } from "./mailing-body.tsx";
import { beginningOf, formInWords, type MailingPicture, type MailingText } from "./mailing.ts";

const emailParts: MailingParts = {
  Heading: Subheading,
  Paragraph: Text,
  Link: ({ href: url, children }) => (
    <a className="e-link" href={url} style={{ color: emailColour.link }}>
      {children}
    </a>
  ),
  Picture: ({ src, alt, width, height }) => (
    <p style={{ margin: "0 0 20px" }}>
      <img
        src={src}
        alt={alt}
        width={560}
        height={Math.round((560 * height) / width)}
        // Otherwise React adds a preload link, which no email app knows.
        fetchPriority="low"
        style={{ display: "block", width: "100%", maxWidth: 560, height: "auto", border: 0 }}
      />
    </p>
  ),
  Button: Action,
};

export type MailingSender = { name: string; abn: string };

type EmailProps = {
  mailing: MailingText;
  picture: MailingPicture | null;
  sender: MailingSender;
  reason: string;
  unsubscribeUrl: string;
};

export function mailingEmail({ mailing, picture, sender, reason, unsubscribeUrl }: EmailProps) {
  const { email } = content().site;
  const { text, closing } = withoutSignOff(mailing.body);
  const note = (
    <>
      <span style={{ display: "block", marginBottom: 8 }}>
        {reason}{" "}
        <a data-text="button" href={unsubscribeUrl} style={{ color: "inherit" }}>
          Unsubscribe
        </a>
      </span>
      <span style={{ display: "block" }}>
        {sender.name}
        {sender.abn && ` · ABN ${sender.abn}`} ·{" "}
        <a href={`mailto:${email}`} style={{ color: "inherit", display: "inline-block" }}>
          {email}
        </a>
      </span>
    </>
  );
  return (
    <EmailLayout
      preview={cutCharacters(beginningOf(mailing.body), 120)}
      signed={closing || true}
      note={note}
    >
      <Heading>{mailing.subject}</Heading>
      <MailingBody mailing={{ ...mailing, body: text }} picture={picture} parts={emailParts} />
    </EmailLayout>
  );
}

export const reasonOf = ({ words, form, at }: Consent): string =>
  `You get this because you signed up ${formInWords(form)} on ${longDay(melbourneDay(at))}. ` +
  `It said: “${words}”`;

/** A reader's consent, in the words that were shown. */
type Consent = { words: string; form: string; at: Date };
