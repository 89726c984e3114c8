import { livePiano as terms } from "./prices.ts";

export const livePianoPage = {
  heading: "Live piano for the day you have in mind",
  gallery: [
    { name: "live-garden", alt: "A grand piano under trees at a garden reception" },
    { name: "live-grand", alt: "A grand piano under a single lamp" },
    { name: "live-hands", alt: "Hands on piano keys, seen from above" },
    { name: "live-quartet", alt: "Empty stands of a string quartet beside a piano" },
    { name: "live-dusk", alt: "A rehearsal room with a piano at dusk" },
  ],
  text: [
    "Guests arrive, glasses are poured, and someone is playing. Not a playlist: a pianist " + // sample
      "who reads the room, slows for the speeches, lifts the last half hour and knows when " +
      "to leave a silence alone.",
    "I play weddings, receptions, lunches, dinners, galleries and gardens around Melbourne. " + // sample
      "Jazz standards, songs you grew up with, film scores, classical, and the one piece that " +
      "matters to the two of you.",
  ],
  facts: {
    heading: "How it works",
    items: [
      `An evening is usually ${terms.hours}, with an extra hour until ` +
        `${terms.untilWithExtraHour} if you'd like it. Lunches and afternoons are just as welcome.`,
      "On your piano, the venue's, or a digital piano I bring.", // sample
      "A pre-event rehearsal when there are singers, speeches to underscore or a first " +
        "dance to learn.",
      `I'll email you a written quote. A ${terms.depositPercent}% deposit secures the ` +
        `date; the balance is due ${terms.balanceDueDaysBefore} days before the event.`,
    ],
  },
  enquire: {
    heading: "Enquire now",
    text:
      "Tell me when, where and what kind of event it is. I'll reply within two " + // sample
      "working days.",
  },
} as const;
