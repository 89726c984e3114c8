import type { ReactNode } from "react";
import { cutCharacters } from "#app/values/text.ts";
import { Paragraphs } from "./email-details.tsx";
import { EmailLayout } from "./email-layout.tsx";
import { Action } from "./email-parts.tsx";
import { withoutSignOff } from "./email-signature.tsx";

type Props = {
  body: string;
  /** The facts among what it says, line by line: a paragraph of it that is set apart. */
  details?: string;
  /** In place of them. */
  drawnDetails?: ReactNode;
  /** What they are of no longer takes place. */
  isOff?: boolean;
  /** The button below the text. */
  action?: { href: string; label: string };
  note?: string;
  /** What stands between the text and the button. */
  children?: ReactNode;
};

/** What the owner wrote, in her own words to the end, above her signature. */
export function ComposedEmail({ body, action, note, children, ...paragraphs }: Props) {
  const { text, closing } = withoutSignOff(body);
  return (
    <EmailLayout preview={cutCharacters(body, 120)} signed={closing || true} note={note}>
      <Paragraphs {...paragraphs}>{text}</Paragraphs>
      {children}
      {action && <Action href={action.href}>{action.label}</Action>}
    </EmailLayout>
  );
}
