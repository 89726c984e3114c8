import { site } from "./site.ts";

/* In the order in which the home page shows them. */

export const home = {
  title: `${site.person}: voice, piano and presence coaching in Melbourne`, // sample name
  description:
    "Voice, piano, presence and embodiment coaching in Toorak, Melbourne, with exam " +
    "accompanying, music direction and live piano for events.",
  hero: {
    eyebrow: "Toorak, Melbourne and online", // sample
    headline: "Breathe first. The music is already there.",
    intro:
      `I'm ${site.firstName}, a music director, pianist and coach for voice and ` + // sample name
      "embodiment. For more than 12 years I've helped people sing, play and speak with " +
      "their whole selves: at the piano, on a stage, on camera, or in a room " +
      "that has just gone quiet.",
    button: "Book a Discovery Session",
  },
  expertise: {
    heading: "Key expertise",
    cards: [
      {
        title: "Voice",
        text:
          "Technique that begins with the breath: range, stamina, tone, and a sound " +
          "that's recognisably yours.",
      },
      {
        title: "Piano and musicianship",
        text:
          "Playing, reading, harmony and accompanying yourself, at the pace of your hands " +
          "and ears.",
      },
      {
        title: "Presence and embodiment",
        text: "How you stand, wait, look and speak, so what you mean lands before you say a word.",
      },
    ],
    link: "See how coaching works",
  },
  why: {
    heading: "Why work with me",
    points: [
      {
        title: "One teacher for the whole performer",
        text:
          "We work on voice, hands, body and nerves together, because that's how you use " +
          "them on the night.",
      },
      {
        title: "A pianist who has been in the pit",
        text:
          "Over 12 years of rehearsals, shows and exam rooms. I know what happens when " +
          "the plan changes in bar nine.",
      }, // sample
      {
        title: "Concrete, every time",
        text: "You leave each session with one thing that already works and one thing to practise.",
      },
      {
        title: "Kind, and exact",
        text: "I'll tell you what I hear, and what to do about it.",
      },
    ],
  },
  about: {
    heading: "Sound starts in the body",
    text: [
      "Most of what we call talent is coordination nobody got in the way of: a thought, " +
        "an intention, a breath, an expression. I teach in that order.",
      "We begin where you are. Some weeks that's a scale or a left hand; some weeks it's " +
        "the three seconds before you walk on.",
    ],
    link: "Explore My Full Approach",
  },
  audience: {
    heading: "Who I work with",
    cards: [
      { title: "Singers", text: "From a first audition to the eighth show of the week." },
      {
        title: "Speakers",
        text: "Talks, pitches, lectures and weddings: a voice that lasts and lands.",
      },
      {
        title: "Film and streaming performers",
        text: "Breath, stillness and sound for the close-up and the microphone.",
      },
      {
        title: "Committed professionals",
        text: "People who run the meeting and want to be heard without pushing.",
      },
    ],
  },
  glimpse: {
    heading: "A personal glimpse",
    text:
      "Between sessions there's tea, an upright piano older than I am, and a window over " + // sample
      "terrace roofs. I still practise slowly, every day, and I still find it hard to " +
      "stop.",
    link: "View Full Bio",
  },
  testimonials: { heading: "What people say" },
  choir: {
    heading: "The pop-up choir",
    text:
      "One evening, one song, three parts, no audition. Come with a friend or on your " + // sample
      "own, and leave humming.",
    link: "Join the next pop-up choir",
  },
  resources: {
    heading: "Projects and resources",
    text: "Sheet music, backing tracks, music direction and live piano, all in one place.",
    link: "Browse Projects & Resources",
  },
  contact: {
    heading: "Write to me",
    text:
      "Tell me what you're working on and when you need it. I'll reply within two working " + // sample
      "days.",
    ameb: "Looking for an accompanist for an AMEB exam?",
    amebLink: "View AMEB Rates & Services",
  },
} as const;
