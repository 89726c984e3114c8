import { usualKindNames } from "#app/content/offers.ts";
import { fixed, group, prose, sampleProse, shortText, shown, siteDocument } from "../fields.ts";

const kind = (name: string) =>
  group(name, {
    name: shortText("Name", name, { most: 60 }),
    shown: shown("Visitors can book it"),
  });

const ownKind = (label: string) =>
  group(label, {
    name: shortText("Name", "", { most: 60, optional: true }),
    intro: prose("What it is", "", { most: 300, optional: true, links: false }),
    shown: shown("Visitors can book it"),
  });

export const bookingPages = siteDocument(
  "Booking",
  ["bookVoicePiano", "bookEmbodiment", "bookPresence"],
  {
    voicePiano: group("Voice and piano", {
      heading: shortText("Heading", "Book voice and piano"),
      intro: sampleProse("Introduction", "A song, a piece, or both. Choose a length, then a time."),
      frame: fixed("Calendar: Voice + Piano"),
    }),
    embodiment: group("Embodiment and somatic work", {
      heading: shortText("Heading", "Book embodiment and somatic work"),
      intro: sampleProse(
        "Introduction",
        "Unhurried work with breath, body and sound. Wear something you can lie down in.",
      ),
      frame: fixed("Calendar: Healing + Body-Voice Integration"),
    }),
    presence: group("Presence and communication", {
      heading: shortText("Heading", "Book presence and communication"),
      intro: sampleProse(
        "Introduction",
        "Bring the talk, the pitch or the conversation that's coming up.",
      ),
      frame: fixed("Calendar: Presence and Communication"),
    }),
    online: shown("Sessions in the studio can be online if a client would rather"),
    kinds: group("Kinds of session", {
      voicePiano: kind(usualKindNames.voicePiano),
      embodiment: kind(usualKindNames.embodiment),
      presence: kind(usualKindNames.presence),
      auditionCut: kind(usualKindNames.auditionCut),
      discovery: kind(usualKindNames.discovery),
      amebRehearsal: kind(usualKindNames.amebRehearsal),
    }),
    ownKinds: group("More kinds of session", {
      first: ownKind("One more"),
      second: ownKind("A second one"),
      third: ownKind("A third one"),
      fourth: ownKind("A fourth one"),
      note: fixed(
        "",
        "Name one and publish it, then add its sessions under Services, each with its length and price. " +
          "Visitors find it under Book Now.",
      ),
    }),
    /** Shown until the calendar loads, or if it doesn't. */
    card: group("While the calendar loads", {
      heading: shortText("Heading", "Find a time"),
      text: sampleProse(
        "Text",
        "The calendar shows what's free, and you can book straight away. If nothing there suits " +
          "you, tell me when you're free and I'll find us a time.",
      ),
      prices: shortText("Heading of the prices", "Lengths and prices"),
      discovery: sampleProse(
        "Discovery session",
        "We talk about where you are and where you'd like to be. It's half an hour online, and free. " +
          "If you'd like to keep going, coaching starts at {{coaching_from}} for " +
          "{{shortest_session}} minutes.",
      ),
    }),
  },
);
