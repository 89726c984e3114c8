/* The steps from an empty installation to a site that is hers, in order. */

export const setupSteps = {
  brand: "Name and brand",
  colours: "Colours",
  words: "Words",
  pictures: "Pictures",
  services: "Services and prices",
  hours: "Hours and calendars",
  business: "Business and email",
  data: "Your data",
} as const;

export type SetupStep = keyof typeof setupSteps;
export const setupStepNames = Object.keys(setupSteps) as SetupStep[];
export type StepState = "done" | "skipped";
export type StepStates = Readonly<Partial<Record<SetupStep, StepState>>>;

export const isSetupStep = (name: unknown): name is SetupStep =>
  setupStepNames.some((step) => step === name);

/** The first open step after this one, or of all; null once every step is done or skipped. */
export function nextStep(states: StepStates, after?: SetupStep): SetupStep | null {
  const later = after ? setupStepNames.slice(setupStepNames.indexOf(after)) : [];
  return [...later, ...setupStepNames].find((step) => !states[step]) ?? null;
}
