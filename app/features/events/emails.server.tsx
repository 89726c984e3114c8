import { Action, Facts, Heading, Letter, Quoted, Text } from "#app/features/email/letter.tsx";
import { enquirerName, pianoTypes } from "./model.ts";
import type { EventEnquiry } from "./schema.ts";

/** Tells the owner of an event enquiry; answering the letter answers the visitor. */
export function newEnquiryLetter(enquiry: EventEnquiry, inbox: string) {
  const { email, phone, suburb, pianoType, eventDescription } = enquiry;
  return (
    <Letter preview={eventDescription.slice(0, 120)}>
      <Heading>Live piano enquiry from {enquirerName(enquiry)}</Heading>
      <Quoted>{eventDescription}</Quoted>
      <Facts
        facts={[
          ["Piano", pianoType ? pianoTypes[pianoType] : "Not specified"],
          ["Suburb", suburb || "Not provided"],
          ["Phone", phone || "Not provided"],
          ["Email", email],
        ]}
      />
      <Text>Reply to this letter and your answer goes straight to them.</Text>
      <Action href={inbox}>Open the inbox</Action>
    </Letter>
  );
}
