import { fixed, group, shortText, siteDocument, prose } from "../fields.ts";

const sample = { sample: true };

export const bookingPages = siteDocument(
  "Booking",
  ["bookVoicePiano", "bookEmbodiment", "bookPresence"],
  {
    voicePiano: group("Voice and piano", {
      heading: shortText("Heading", "Book voice and piano"),
      intro: prose(
        "Introduction",
        "A song, a piece, or both. Choose a length, then a time.",
        sample,
      ),
      frame: fixed("Calendar: Voice + Piano"),
    }),
    embodiment: group("Embodiment and somatic work", {
      heading: shortText("Heading", "Book embodiment and somatic work"),
      intro: prose(
        "Introduction",
        "Unhurried work with breath, body and sound. Wear something you can lie down in.",
        sample,
      ),
      frame: fixed("Calendar: Healing + Body-Voice Integration"),
    }),
    presence: group("Presence and communication", {
      heading: shortText("Heading", "Book presence and communication"),
      intro: prose(
        "Introduction",
        "Bring the talk, the pitch or the conversation that's coming up.",
        sample,
      ),
      frame: fixed("Calendar: Presence and Communication"),
    }),
    /** Shown until the calendar loads, or if it doesn't. */
    card: group("While the calendar loads", {
      heading: shortText("Heading", "Find a time"),
      text: prose(
        "Text",
        "The calendar shows what's free, and you can book straight away. If nothing there suits " +
          "you, tell me when you're free and I'll find us a time.",
        sample,
      ),
      prices: shortText("Heading of the prices", "Lengths and prices"),
      discovery: prose(
        "Discovery session",
        "We talk about where you are and where you'd like to be. It's half an hour online, and free. " +
          "If you'd like to keep going, coaching starts at {{coaching_from}} for " +
          "{{shortest_session}} minutes.",
        sample,
      ),
    }),
  },
);
