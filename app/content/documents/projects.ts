import { fixed, group, shortText, picture, siteDocument, prose } from "../fields.ts";

const sample = { sample: true };

export const projectsPage = siteDocument("Projects and resources", ["projects"], {
  heading: shortText("Heading", "Projects and resources"),
  intro: prose(
    "Introduction",
    "What I do when I'm not coaching, and what you can take home.",
    sample,
  ),
  cards: group("Cards", {
    director: group("Music Director & Pianist", {
      title: fixed("Music Director & Pianist"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "card-director",
          alt: "A conductor's hand and score before a small stage",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Musicals, cabaret, concerts: from the first read-through to the last bow.",
        sample,
      ),
    }),
    livePiano: group("Live Piano Services", {
      title: fixed("Live Piano Services"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "card-live",
          alt: "A keyboard, two glasses and a rose at sunset",
        },
        sample,
      ),
      text: prose("Text", "A pianist for weddings, dinners and receptions."),
    }),
    ameb: group("AMEB", {
      title: fixed("AMEB"),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "card-ameb",
          alt: "The door of an exam room, a clock and sheet music",
        },
        sample,
      ),
      text: prose("Text", "Accompanying for exam day and the rehearsals before it."),
    }),
    sheetMusic: group("Sheet music store", {
      title: shortText("Title", "Sheet music store", { most: 40 }),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "card-sheet-music",
          alt: "A score on the counter of a music shop, before full shelves",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Arrangements and transcriptions, clearly engraved, ready to print.",
        sample,
      ),
    }),
    backingTracks: group("Backing tracks", {
      title: shortText("Title", "Backing tracks", { most: 40 }),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "card-backing-tracks",
          alt: "Headphones on a music stand beside a laptop playing a track",
        },
        sample,
      ),
      text: prose(
        "Text",
        "Piano tracks in your key and at your tempo, played by a person.",
        sample,
      ),
    }),
    audition: group("Audition Cut Playthrough", {
      title: shortText("Title", "Audition Cut Playthrough", { most: 40 }),
      picture: picture(
        "Picture",
        "landscape",
        {
          name: "card-audition",
          alt: "A singer alone in the light before a panel",
        },
        sample,
      ),
      text: prose("Text", "Fifteen minutes online to hear your 16-32 bars before the panel does."),
    }),
  }),
});
