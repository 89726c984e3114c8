import { site } from "./site.ts";

/* The home page's words, in the order in which they appear. */

export const home = {
  title: `${site.person}: voice, piano and presence coaching in Melbourne`, // sample: carries the sample name
  description:
    "Voice, piano, presence and embodiment coaching in Toorak, Melbourne, with exam accompanying, music direction and live piano for events.",
  hero: {
    eyebrow: "Toorak, Melbourne and online", // sample
    headline: "Breathe first. The music is already there.",
    intro: `I'm ${site.firstName}, a music director, pianist and coach for voice and embodiment. For more than 12 years I have helped people sing, play and speak with the whole of themselves: at the piano, on a stage, in front of a lens, or in a room that has just gone quiet.`, // sample: carries the sample name
    button: "Book a Discovery Session",
  },
  expertise: {
    heading: "Key expertise",
    cards: [
      {
        title: "Voice",
        text: "Technique that begins with the breath: range, stamina, tone, and a sound that is recognisably yours.",
      },
      {
        title: "Piano and musicianship",
        text: "Playing, reading, harmony and accompanying yourself, at the pace of your hands and ears.",
      },
      {
        title: "Presence and embodiment",
        text: "How you stand, wait, look and speak, so that what you mean arrives before you say it.",
      },
    ],
    link: "See how coaching works",
  },
  why: {
    heading: "Why work with me",
    points: [
      {
        title: "One teacher for the whole performer",
        text: "Voice, hands, body and nerves are worked on together, because that is how you use them on the night.",
      },
      {
        title: "A pianist who has been in the pit",
        text: "Over 12 years of rehearsals, shows and exam rooms. I know what happens when the plan changes in bar nine.",
      }, // sample
      {
        title: "Concrete, every time",
        text: "You leave each session with one thing that already works and one thing to practise.",
      },
      {
        title: "Kind, and exact",
        text: "I will tell you what I hear. I will also tell you what to do about it.",
      },
    ],
  },
  about: {
    heading: "Sound is a thing the body does",
    text: [
      "Most of what we call talent is coordination that was allowed to happen: a thought, an intention, a breath, an expression. I teach in that order.",
      "We begin where you are. Some weeks that is a scale or a left hand; some weeks it is the three seconds before you walk on.",
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
        text: "People who lead rooms and want to be heard without pushing.",
      },
    ],
  },
  glimpse: {
    heading: "A personal glimpse",
    text: "Between sessions there is tea, an upright piano older than both of us, and a window over terrace roofs. I still practise slowly, every day, and I still find it hard to stop.", // sample
    link: "View Full Bio",
  },
  testimonials: { heading: "What people say" },
  choir: {
    heading: "The pop-up choir",
    text: "One evening, one song, three parts, no audition. Come with a friend or on your own, and leave humming.", // sample
    link: "Join the next pop-up choir",
  },
  resources: {
    heading: "Projects and resources",
    text: "Sheet music, backing tracks, music direction and live piano, all in one place.",
    link: "Browse Projects & Resources",
  },
  contact: {
    heading: "Write to me",
    text: "Tell me what you are working on and when it matters. I answer within two working days.", // sample
    ameb: "Looking for an accompanist for an AMEB exam?",
    amebLink: "View AMEB Rates & Services",
  },
} as const;
