import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { Action, EmailLayout, Heading, Quiet, Text } from "#app/features/email/email-layout.tsx";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";

// These emails go to an address that anyone may have typed, so they repeat nothing else of the form.

export function welcomeEmail(unsubscribeUrl: string) {
  const { brand, person } = content().site;
  return (
    <EmailLayout preview="Thanks for subscribing.">
      <Heading>Welcome</Heading>
      <Text>{content().site.newsletter.welcome}</Text>
      <Text>Until then, here's what I'm up to at the moment.</Text>
      <Action href={absoluteUrl(href("/projects-resources"))}>See my projects</Action>
      <Text>{person}</Text>
      <Quiet>
        You get this email because you signed up for the {brand} newsletter.{" "}
        <a href={unsubscribeUrl} style={{ color: "inherit" }}>
          Unsubscribe
        </a>
      </Quiet>
    </EmailLayout>
  );
}

export function confirmationEmail(confirmUrl: string) {
  const { brand, newsletter } = content().site;
  return (
    <EmailLayout preview="One click and you're subscribed.">
      <Heading>Please confirm</Heading>
      <Text>
        Please confirm you'd like the {brand} newsletter. {newsletter.consent}
      </Text>
      <Action href={confirmUrl}>Yes, subscribe me</Action>
      <Quiet>If you didn't ask for it, ignore this email and you won't hear from me again.</Quiet>
    </EmailLayout>
  );
}
