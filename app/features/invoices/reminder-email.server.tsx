import { Action, EmailLayout, Paragraphs } from "#app/features/email/email-layout.tsx";
import { cutCharacters } from "#app/values/text.ts";

/** The text, and the client's page of the invoice as a button. */
export function reminderEmail({ body, link }: { body: string; link: string }) {
  return (
    <EmailLayout preview={cutCharacters(body, 120)}>
      <Paragraphs>{body}</Paragraphs>
      <Action href={link}>View your invoice</Action>
    </EmailLayout>
  );
}
