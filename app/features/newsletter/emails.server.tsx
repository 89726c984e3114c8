import { content } from "#app/content/content.ts";
import { pages } from "#app/content/pages.ts";
import { linkTo } from "#app/content/visibility.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";

// Anyone may have typed the email address, so these emails repeat nothing else of the form.

const unbrokenBrand = () => content().site.brand.replaceAll(" ", "\u00a0");

export function welcomeEmail(unsubscribeUrl: string) {
  const unsubscribe = (
    <>
      You get this email because you signed up for the {unbrokenBrand()} newsletter.{" "}
      <a data-text="button" href={unsubscribeUrl} style={{ color: "inherit" }}>
        Unsubscribe
      </a>
    </>
  );
  const projects = linkTo(pages.projects);
  return (
    <EmailLayout preview="Thanks for subscribing." signed note={unsubscribe}>
      <Heading>Welcome</Heading>
      <Text>{content().site.newsletter.welcome}</Text>
      {projects && (
        <>
          <Text>In the meantime, here's what I'm up to.</Text>
          <Action href={absoluteUrl(projects)}>See my projects</Action>
        </>
      )}
    </EmailLayout>
  );
}

export function confirmationEmail(confirmUrl: string) {
  const { newsletter } = content().site;
  return (
    <EmailLayout
      preview={newsletter.consent}
      signed
      note="If you didn't ask for it, ignore this email and you won't hear from me again."
    >
      <Heading>One click to subscribe</Heading>
      <Text>
        Please confirm you'd like the {unbrokenBrand()} newsletter. {newsletter.consent}
      </Text>
      <Action href={confirmUrl}>Yes, subscribe me</Action>
    </EmailLayout>
  );
}
