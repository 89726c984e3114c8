import type { ReactNode } from "react";
import { cutCharacters } from "#app/values/text.ts";
import { Paragraphs } from "./email-details.tsx";
import { EmailLayout } from "./email-layout.tsx";
import { Action } from "./email-parts.tsx";
import { withoutSignOff } from "./email-signature.tsx";

type Props = {
  body: string;
  /** The paragraph of `body` that is set apart: its facts, line by line. */
  details?: string;
  /** Drawn in place of `details`. */
  drawnDetails?: ReactNode;
  /** The event no longer takes place. */
  isOff?: boolean;
  action?: { href: string; label: string };
  note?: string;
  children?: ReactNode;
};

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
