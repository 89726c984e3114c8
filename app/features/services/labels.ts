import type { ServiceCategory, ServicePlace } from "#app/server/database/enums.ts";

export const categoryLabels: Readonly<Record<ServiceCategory, string>> = {
  "voice-piano": "Voice and piano",
  embodiment: "Embodiment and somatic work",
  presence: "Presence and communication",
  "audition-cut": "Audition cut",
  discovery: "Discovery session",
  "ameb-rehearsal": "AMEB rehearsal",
};

export const placeLabels: Readonly<Record<ServicePlace, string>> = {
  studio: "At the studio",
  online: "Online",
  client: "At the client's place",
};
