import { drawing, fixed, group, sampleProse, shortText, siteDocument } from "../fields.ts";

const strand = <const T extends string>(title: T, picture: string, alt: string, text: string) =>
  group(title, {
    title: fixed(title),
    picture: drawing("landscape", picture, alt),
    text: sampleProse("Text", text),
  });

export const coachingPage = siteDocument("Coaching", ["coaching"], {
  heading: fixed("Performance and Musicianship Coaching"),
  intro: sampleProse(
    "Introduction",
    "One-to-one sessions for people who want to sing, play or speak so it carries. Bring a song, a " +
      "speech, an exam piece, an audition, or just the feeling that there's more in you than you're " +
      "letting out.",
  ),
  book: shortText("Booking button", "Book a voice and piano session"),
  more: shortText("Link to services", "Services, prices and packages"),
  cards: group("Cards", {
    voice: strand(
      "Vocal Mastery",
      "coaching-voice",
      "A singer in profile at a window, her breath a line that becomes a wave",
      "Breath, range, stamina and tone, in your own repertoire. Safe belting, soft endings, and " +
        "exercises you'll actually do.",
    ),
    piano: strand(
      "Piano and Musicianship",
      "coaching-piano",
      "A hand plays while another marks the score in pencil",
      "Technique without strain, reading, harmony by ear, accompanying yourself, and practice " +
        "that fits a working week.",
    ),
    mindset: strand(
      "Mindset and Performance",
      "coaching-mindset",
      "A performer in the wings, eyes closed, before a lit stage",
      "Nerves, focus and preparation: what to do the month before, the hour before, and in the " +
        "three seconds before you begin.",
    ),
    embodied: strand(
      "Embodied Integration",
      "coaching-embodied",
      "A dancer with open arms in a studio, a line of sound through her",
      "Posture, movement and stillness, so body, voice and thought arrive together and stay " +
        "together under pressure.",
    ),
  }),
  prices: shortText("Heading of the prices", "Single sessions"),
  others: group("Other places to start", {
    heading: shortText("Heading", "Other places to start"),
    text: sampleProse(
      "Text",
      "Some work starts with the body, some with the words. Each has its own booking calendar.",
    ),
    embodiment: shortText("Embodiment link", "Book embodiment and somatic work"),
    presence: shortText("Presence link", "Book presence and communication coaching"),
  }),
});
