import { newsletter, site } from "#app/content/site.ts";
import { Action, Heading, EmailLayout, Text } from "#app/features/email/email-layout.tsx";

// These emails go to an address that anyone may have typed, so they repeat nothing else of the form.

export function welcomeEmail(unsubscribeUrl: string) {
  return (
    <EmailLayout preview="You're subscribed.">
      <Heading>Welcome</Heading>
      <Text>Thanks for subscribing. {newsletter.consent}</Text>
      <Text>{site.person}</Text>
      <Action href={unsubscribeUrl}>Unsubscribe</Action>
    </EmailLayout>
  );
}

export function confirmationEmail(confirmUrl: string) {
  return (
    <EmailLayout preview="One click and you're subscribed.">
      <Heading>Please confirm</Heading>
      <Text>
        Please confirm you'd like the {site.brand} newsletter. {newsletter.consent}
      </Text>
      <Action href={confirmUrl}>Yes, subscribe me</Action>
      <Text>If you didn't ask for it, ignore this email and you won't hear from me again.</Text>
    </EmailLayout>
  );
}
