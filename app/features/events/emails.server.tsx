import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Facts, Heading, HowToAnswer, Quoted } from "#app/features/email/email-parts.tsx";
import { enquirerName, enquiryFacts } from "./model.ts";
import type { EventFields } from "#app/server/database/tables.server.ts";
import { cutCharacters } from "#app/values/text.ts";

export function newEventEnquiryEmail(enquiry: EventFields & { email: string }, inbox: string) {
  const { email, phone, eventDescription } = enquiry;
  return (
    <EmailLayout preview={cutCharacters(eventDescription, 120)}>
      <Heading>Live piano enquiry from {enquirerName(enquiry)}</Heading>
      <Quoted>{eventDescription}</Quoted>
      <Facts
        facts={[
          ...enquiryFacts(enquiry),
          ...(phone ? [["Phone", phone] as const] : []),
          ["Email", email],
        ]}
      />
      <HowToAnswer email={email} />
      <Action href={inbox}>Open this enquiry</Action>
    </EmailLayout>
  );
}
