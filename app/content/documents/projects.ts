import { drawing, fixed, group, prose, sampleProse, shortText, siteDocument } from "../fields.ts";

export const projectsPage = siteDocument("Projects and resources", ["projects"], {
  heading: shortText("Heading", "Projects and resources"),
  intro: sampleProse(
    "Introduction",
    "What I do when I'm not coaching, and what you can take home.",
  ),
  cards: group("Cards", {
    director: group("Music Director & Pianist", {
      title: fixed("Music Director & Pianist"),
      picture: drawing(
        "landscape",
        "card-director",
        "A conductor's hand and score before a small stage",
      ),
      text: sampleProse(
        "Text",
        "Musicals, cabaret, concerts: from the first read-through to the last bow.",
      ),
    }),
    livePiano: group("Live Piano Services", {
      title: fixed("Live Piano Services"),
      picture: drawing("landscape", "card-live", "A keyboard, two glasses and a rose at sunset"),
      text: prose("Text", "A pianist for weddings, dinners and receptions."),
    }),
    ameb: group("AMEB", {
      title: fixed("AMEB"),
      picture: drawing(
        "landscape",
        "card-ameb",
        "The door of an exam room, a clock and sheet music",
      ),
      text: prose("Text", "Accompanying for exam day and the rehearsals before it."),
    }),
    sheetMusic: group("Sheet music store", {
      title: shortText("Title", "Sheet music store", { most: 40 }),
      picture: drawing(
        "landscape",
        "card-sheet-music",
        "A score on the counter of a music shop, before full shelves",
      ),
      text: sampleProse(
        "Text",
        "Arrangements and transcriptions, clearly engraved, ready to print.",
      ),
    }),
    backingTracks: group("Backing tracks", {
      title: shortText("Title", "Backing tracks", { most: 40 }),
      picture: drawing(
        "landscape",
        "card-backing-tracks",
        "Headphones on a music stand beside a laptop playing a track",
      ),
      text: sampleProse("Text", "Piano tracks in your key and at your tempo, played by a person."),
    }),
    audition: group("Audition Cut Playthrough", {
      title: shortText("Title", "Audition Cut Playthrough", { most: 40 }),
      picture: drawing("landscape", "card-audition", "A singer alone in the light before a panel"),
      text: prose("Text", "Fifteen minutes online to hear your 16-32 bars before the panel does."),
    }),
  }),
});
