import { formatPrice } from "#app/values/money.ts";
import { pages } from "./pages.ts";
import { coachingSessions, lowest } from "./prices.ts";
import { links } from "./site.ts";

export const projects = {
  heading: "Projects and resources",
  intro: "What I do when I'm not coaching, and what you can take home.",
  cards: [
    {
      title: "Music Director & Pianist",
      href: pages.director.path,
      picture: "card-director",
      alt: "A conductor's hand and score before a small stage",
      text: "Musicals, cabaret, concerts: from the first read-through to the last bow.",
    },
    {
      title: "Live Piano Services",
      href: pages.livePiano.path,
      picture: "card-live",
      alt: "A keyboard, two glasses and a rose at sunset",
      text: "A pianist for weddings, dinners and receptions.",
    },
    {
      title: "AMEB",
      href: pages.ameb.path,
      picture: "card-ameb",
      alt: "The door of an exam room, a clock and sheet music",
      text: "Accompanying for exam day and the rehearsals before it.",
    },
    {
      title: "Sheet music store",
      href: links.sheetMusic,
      picture: "card-sheet-music",
      alt: "Pages of sheet music",
      text: "Arrangements and transcriptions, clearly engraved, ready to print.",
    }, // sample
    {
      title: "Backing tracks",
      href: links.backingTracks,
      picture: "card-backing-tracks",
      alt: "Loudspeakers, headphones and a waveform",
      text: "Piano tracks in your key and at your tempo, played by a person.",
    }, // sample
    {
      title: "Audition Cut Playthrough",
      href: pages.archive.path,
      picture: "card-audition",
      alt: "A singer alone in the light before a panel",
      text: "Fifteen minutes online to hear your 16-32 bars before the panel does.",
    },
  ],
} as const;

export const director = {
  heading: "Music director and pianist",
  bio: [
    "I've directed and played for more than 12 years: musicals and cabaret, choirs and " + // sample
      "concerts, workshops of new work and the long afternoons when a show actually gets " +
      "made.",
    "I run calm rehearsals from the piano, and I like a company that can laugh before notes.",
  ], // sample
  education: {
    heading: "Education",
    items: [
      "Piano performance and accompaniment",
      "Voice and vocal pedagogy",
      "Conducting and music direction",
      "Somatic and embodied practice for performers",
    ], // sample
  },
  cv: "Download my CV",
  back: "See sessions and prices",
} as const;

export const archive = {
  heading: "Audition cut playthrough",
  text:
    "You have the song and the cut. You haven't yet heard a pianist sight-read it. That's " + // sample
    "what this is for: one 16-32 bar cut, played as it stands, then again with the " +
    "changes we've made.",
  facts: [
    { term: "What", value: "A 15-minute online drop-in" },
    { term: "Bring", value: "One 16-32 bar cut" },
    { term: "When", value: "MON - FRI subject to availability" },
  ],
  book: "Book a playthrough",
} as const;

export const booking = {
  voicePiano: {
    heading: "Book voice and piano",
    intro: "Choose a length and a time. You'll get a confirmation by email straight away.",
    frame: "Calendar: Voice + Piano",
  }, // sample
  embodiment: {
    heading: "Book embodiment and somatic work",
    intro: "Unhurried work with breath, body and sound. Wear something you can lie down in.",
    frame: "Calendar: Healing + Body-Voice Integration",
  }, // sample
  presence: {
    heading: "Book presence and communication",
    intro: "Bring the talk, the pitch or the conversation that's coming up.",
    frame: "Calendar: Presence and Communication",
  },
} as const;

/** In the place of a calendar until it comes, or when it doesn't. */
export const bookingCard = {
  heading: "Find a time",
  text:
    "The calendar shows what's free, and you can book straight away. If nothing there " +
    "suits you, tell me when you're free and I'll find us a time.",
  prices: "Lengths and prices",
  discovery:
    "Half an hour to talk about where you are and where you'd like to be. If you'd like to " + // sample
    `keep going, coaching starts at ${formatPrice(lowest(coachingSessions))} for ` +
    `${coachingSessions[0]!.minutes} minutes.`,
} as const;
