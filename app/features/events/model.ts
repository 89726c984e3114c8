export const eventLimits = { descriptionMin: 10, descriptionMax: 500, nameMax: 100 } as const;

export const pianoTypes = {
  "grand-piano": "Grand piano",
  "upright-piano": "Upright piano",
  "digital-piano": "Digital piano",
  none: "None yet",
} as const;

export type PianoType = keyof typeof pianoTypes;

type Enquiry = {
  firstName: string;
  lastName: string;
  phone: string;
  suburb: string;
  eventDescription: string;
  pianoType: PianoType | "";
};

export function enquirerName({
  firstName,
  lastName,
}: Pick<Enquiry, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`;
}

/** The text of the contact message that an event enquiry is stored as. */
export function enquiryMessage({
  eventDescription,
  pianoType,
  phone,
  suburb,
}: Omit<Enquiry, "firstName" | "lastName">): string {
  return [
    `Event Description: ${eventDescription}`,
    `Piano Type: ${pianoType || "Not specified"}`,
    `Phone: ${phone || "Not provided"}`,
    `Suburb: ${suburb || "Not provided"}`,
  ].join("\n");
}
