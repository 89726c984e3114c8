import { Action, Heading, EmailLayout, Quoted, Text } from "#app/features/email/email-layout.tsx";
import type { ContactMessage } from "./model.ts";
import { cutCharacters } from "#app/values/text.ts";

/** Tells the owner of a new message; answering the letter answers the visitor. */
export function newMessageEmail({ name, email, message }: ContactMessage, inbox: string) {
  return (
    <EmailLayout preview={cutCharacters(message, 120)}>
      <Heading>A message from {name}</Heading>
      <Quoted>{message}</Quoted>
      <Text>
        {name}, {email}. Reply to this letter and your answer goes straight to them.
      </Text>
      <Action href={inbox}>Open the inbox</Action>
    </EmailLayout>
  );
}
