import {
  fixed,
  group,
  list,
  picture,
  prose,
  sampleProse,
  shortText,
  siteDocument,
} from "../fields.ts";

const sample = { sample: true };

const principle = <const T extends string>(name: T, text: string) =>
  group(name, { name: fixed(name), text: sampleProse("Text", text) });

export const aboutPage = siteDocument("About", ["about"], {
  heading: shortText(
    "Heading",
    "I have spent my life beside a piano, listening to people breathe",
    sample,
  ),
  intro: sampleProse(
    "Introduction",
    "I'm {{your_name}}. For more than 12 years I've worked as a music director, pianist and coach: " +
      "in rehearsal rooms, orchestra pits, exam rooms, studios and other people's living rooms.",
  ),
  portrait: picture(
    "Portrait",
    "portrait",
    { name: "about-breath", alt: "{{your_name}} at the piano, one hand on the keys" },
    sample,
  ),
  background: group("Background", {
    heading: shortText("Heading", "How I got here"),
    paragraphs: list(
      "Paragraphs",
      prose("Paragraph", "", { most: 900 }),
      [
        "I started as the pianist in the corner. From there you hear everything: the singer who " +
          "runs out of air two bars early, the speaker whose shoulders rise before the first word, " +
          "the child whose hands know the piece and whose eyes don't believe it.",
        "What I heard, again and again, was technique failing once attention had left the body. So " +
          "I learned to teach both at once. I studied voice as well as piano, and then the quieter " +
          "crafts: breath, movement, stillness, nerves.",
        "Today I direct, accompany and coach from Toorak, and online with people I've never shared " +
          "a room with. The work is the same: find what's already working and clear what's in its way.",
      ],
      { least: 1, most: 8, ...sample },
    ),
  }),
  gallery: group("Pictures", {
    heading: shortText("Heading", "In the room"),
    pictures: list(
      "Pictures",
      picture("Picture", "portrait", { name: "", alt: "" }),
      [
        { name: "about-microphone", alt: "A microphone and its shadow in the light of a window" },
        { name: "about-rehearsal", alt: "Two singers rehearsing with a pianist under a lamp" },
        { name: "about-stage", alt: "An empty theatre, seen from the stage" },
        {
          name: "about-lesson",
          alt: "A student plays an upright piano; the teacher leans on its lid and listens",
        },
      ],
      { least: 2, most: 4, ...sample },
    ),
  }),
  approach: group("The embodied approach", {
    heading: shortText("Heading", "The embodied approach"),
    intro: sampleProse(
      "Introduction",
      "Four things happen every time a person makes a sound that means something. They happen in " +
        "this order, so I teach in this order.",
    ),
    principles: group("Principles", {
      thought: principle(
        "THOUGHT",
        "Before the sound there's something to say. We find it, in plain words, and say it once " +
          "without music.",
      ),
      intention: principle(
        "INTENTION",
        "Who is it for, and why? A thought that wants something changes the spine before it " +
          "changes the voice.",
      ),
      breath: principle(
        "BREATH",
        "The body answers an intention by breathing. We let that breath come instead of taking it.",
      ),
      expression: principle(
        "EXPRESSION",
        "What follows is voice, hands, face, silence. By now there's not much left to do but let " +
          "it happen.",
      ),
    }),
  }),
  coachingLink: shortText("Button", "See how coaching works"),
});
