import type { Cents } from "#app/values/money.ts";
import type { SiteWords } from "./documents.ts";

type Prices = SiteWords["prices"];

export function lowest(offers: readonly { price: Cents }[]): Cents {
  return Math.min(...offers.map(({ price }) => price));
}

export function highest(offers: readonly { price: Cents }[]): Cents {
  return Math.max(...offers.map(({ price }) => price));
}

/** Saving over the same number of single sessions, in cents; never below 0. */
export function packageSaving(
  { sessions, minutes, price }: Prices["coachingPackages"][number],
  singles: Prices["coachingSessions"],
): Cents {
  const single = singles.find((session) => session.minutes === minutes);
  return single ? Math.max(0, single.price * sessions - price) : 0;
}

export function amebRehearsals({ ameb }: Prices) {
  return [
    { minutes: 15, price: ameb.rehearsal15 },
    { minutes: 30, price: ameb.rehearsal30 },
    { minutes: 45, price: ameb.rehearsal45 },
  ] as const;
}

/** Before the owner names them; the services of a new site begin with these. */
export const usualKindNames = {
  voicePiano: "Voice and piano",
  embodiment: "Embodiment and somatic work",
  presence: "Presence and communication",
  auditionCut: "Audition cut",
  discovery: "Discovery session",
  amebRehearsal: "AMEB rehearsal",
} as const;
