/** Before the owner names them; the services of a new site begin with these. */
export const usualKindNames = {
  voicePiano: "Voice and piano",
  embodiment: "Embodiment and somatic work",
  presence: "Presence and communication",
  auditionCut: "Audition cut",
  discovery: "Discovery session",
  amebRehearsal: "AMEB rehearsal",
} as const;
