import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Facts, Heading, HowToAnswer, Quoted } from "#app/features/email/email-parts.tsx";
import type { ContactMessage } from "./model.ts";
import { cutCharacters } from "#app/values/text.ts";

export function newMessageEmail({ name, email, message }: ContactMessage, inbox: string) {
  return (
    <EmailLayout preview={cutCharacters(message, 120)}>
      <Heading>A message from {name}</Heading>
      <Quoted>{message}</Quoted>
      <Facts facts={[["Email", email]]} />
      <HowToAnswer email={email} />
      <Action href={inbox}>Open this message</Action>
    </EmailLayout>
  );
}
