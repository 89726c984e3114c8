import { fixed, group, shortText, picture, siteDocument, prose } from "../fields.ts";

const sample = { sample: true };

export const coachingPage = siteDocument("Coaching", ["coaching"], {
  heading: fixed("Performance and Musicianship Coaching"),
  intro: prose(
    "Introduction",
    "One-to-one sessions for people who want to sing, play or speak so it carries. Bring a song, a " +
      "speech, an exam piece, an audition, or just the feeling that there's more in you than you're " +
      "letting out.",
    sample,
  ),
  book: shortText("Booking button", "Book a voice and piano session"),
  more: shortText("Link to services", "Services, prices and packages"),
  cards: group("Cards", {
    voice: group("Vocal Mastery", {
      title: fixed("Vocal Mastery"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "coaching-voice",
          alt: "A singer in profile at a window, her breath a line that becomes a wave",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Breath, range, stamina and tone, in your own repertoire. Safe belting, soft endings, and " +
          "exercises you'll actually do.",
        sample,
      ),
    }),
    piano: group("Piano and Musicianship", {
      title: fixed("Piano and Musicianship"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "coaching-piano",
          alt: "A hand plays while another marks the score in pencil",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Technique without strain, reading, harmony by ear, accompanying yourself, and practice " +
          "that fits a working week.",
        sample,
      ),
    }),
    mindset: group("Mindset and Performance", {
      title: fixed("Mindset and Performance"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "coaching-mindset",
          alt: "A performer in the wings, eyes closed, before a lit stage",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Nerves, focus and preparation: what to do the month before, the hour before, and in the " +
          "three seconds before you begin.",
        sample,
      ),
    }),
    embodied: group("Embodied Integration", {
      title: fixed("Embodied Integration"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "coaching-embodied",
          alt: "A dancer with open arms in a studio, a line of sound through her",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Posture, movement and stillness, so body, voice and thought arrive together and stay " +
          "together under pressure.",
        sample,
      ),
    }),
  }),
  prices: shortText("Heading of the prices", "Single sessions"),
  others: group("Other places to start", {
    heading: shortText("Heading", "Other places to start"),
    text: prose(
      "Text",
      "Some work starts with the body, some with the words. Each has its own booking calendar.",
      sample,
    ),
    embodiment: shortText("Embodiment link", "Book embodiment and somatic work"),
    presence: shortText("Presence link", "Book presence and communication coaching"),
  }),
});
