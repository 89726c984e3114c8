import { site } from "./site.ts";

export const about = {
  heading: "I have spent my life beside a piano, listening to people breathe", // sample
  intro:
    `I'm ${site.person}. For more than 12 years I've worked as a music director, pianist ` + // sample name
    "and coach: in rehearsal rooms, orchestra pits, exam rooms, studios and other " +
    "people's living rooms.",
  background: {
    heading: "How I got here",
    paragraphs: [
      "I started as the pianist in the corner. From there you hear everything: the singer " +
        "who runs out of air two bars early, the speaker whose shoulders rise before the " +
        "first word, the child whose hands know the piece and whose eyes don't believe it.",
      "What I heard, again and again, was technique failing once attention had left the " +
        "body. So I learned to teach both at once. I studied voice as well as piano, and " +
        "then the quieter crafts: breath, movement, stillness, nerves.",
      "Today I direct, accompany and coach from Toorak, and online with people I've never " +
        "shared a room with. The work is the same: find what's already working and clear " +
        "what's in its way.",
    ], // sample
  },
  gallery: {
    heading: "In the room",
    pictures: [
      { name: "about-breath", alt: "A microphone on its stand and its long shadow on the wall" },
      { name: "about-rehearsal", alt: "Two singers rehearsing with a pianist under a lamp" },
      { name: "about-stage", alt: "An empty theatre, seen from the stage" },
      { name: "about-lesson", alt: "Two people side by side at one piano" },
    ],
  },
  approach: {
    heading: "The embodied approach",
    intro:
      "Four things happen every time a person makes a sound that means something. They " +
      "happen in this order, so I teach in this order.",
    principles: [
      {
        name: "THOUGHT",
        text:
          "Before the sound there's something to say. We find it, in plain words, and say " +
          "it once without music.",
      },
      {
        name: "INTENTION",
        text:
          "Who is it for, and why? A thought that wants something changes the spine before " +
          "it changes the voice.",
      },
      {
        name: "BREATH",
        text:
          "The body answers an intention by breathing. We let that breath come instead of " +
          "taking it.",
      },
      {
        name: "EXPRESSION",
        text:
          "What follows is voice, hands, face, silence. By now there's not much left to do " +
          "but let it happen.",
      },
    ],
  },
  coachingLink: "See how coaching works",
} as const;
