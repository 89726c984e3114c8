import { newsletter, site } from "#app/content/site.ts";
import { Action, Heading, EmailLayout, Text } from "#app/features/email/email-layout.tsx";

/* The address may be anybody's, so these letters repeat nothing that was typed. */

/** Welcomes a subscriber. */
export function welcomeEmail(unsubscribe: string) {
  return (
    <EmailLayout preview="You are on the list.">
      <Heading>Welcome</Heading>
      <Text>You are on the list. {newsletter.consent}</Text>
      <Text>{site.person}</Text>
      <Action href={unsubscribe}>Unsubscribe</Action>
    </EmailLayout>
  );
}

/** Asks whether it was really the owner of the address who signed up. */
export function confirmationEmail(confirm: string) {
  return (
    <EmailLayout preview="One click and you are on the list.">
      <Heading>Is this you?</Heading>
      <Text>
        Somebody signed this address up for the newsletter of {site.brand}. If it was you, one click
        puts you on the list. {newsletter.consent}
      </Text>
      <Action href={confirm}>Yes, put me on the list</Action>
      <Text>If it was not you, leave this letter unanswered and nothing more will come.</Text>
    </EmailLayout>
  );
}
