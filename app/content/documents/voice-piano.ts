import { drawing, group, list, prose, sampleProse, shortText, siteDocument } from "../fields.ts";

const sample = { sample: true };

const entry = (label: string) =>
  group(label, { title: shortText("Title", ""), text: sampleProse("Text", "") });

export const voicePianoPage = siteDocument("Voice and piano", ["voicePiano"], {
  heading: shortText("Heading", "Voice and piano coaching"),
  intro: sampleProse(
    "Introduction",
    "Your voice, the piano, or both at once: one to one, in Toorak or online. Sessions start at " +
      "{{coaching_from}} for {{shortest_session}} minutes.",
  ),
  picture: drawing(
    "portrait",
    "about-lesson",
    "A student plays an upright piano; the teacher leans on its lid and listens",
  ),
  pillars: group("Pillars", {
    heading: shortText("Heading", "Three pillars"),
    items: list(
      "Pillars",
      entry("Pillar"),
      [
        {
          title: "Technique",
          text:
            "The mechanics of breath, voice and hands, explained once and practised until they " +
            "disappear.",
        },
        {
          title: "Musicianship",
          text:
            "Ear, rhythm, harmony, style: knowing what the music is doing, so you can decide what " +
            "to do.",
        },
        {
          title: "Presence",
          text: "Staying with the people in front of you while you do something difficult.",
        },
      ],
      { least: 1, most: 6, ...sample },
    ),
  }),
  expertise: group("Key expertise", {
    heading: shortText("Heading", "Key expertise"),
    cards: list(
      "Cards",
      entry("Card"),
      [
        {
          title: "Audition and role preparation",
          text: "Cuts, keys, style and a performance that survives the wait in the corridor.",
        },
        {
          title: "Exams and recitals",
          text: "Repertoire, general knowledge, accompaniment and the walk to the piano.",
        },
        {
          title: "Studio and screen",
          text: "Singing and speaking close to a microphone, take after take.",
        },
        {
          title: "Speaking",
          text: "Voice care, pace and silence for people who present, teach or lead.",
        },
      ],
      { least: 1, most: 8, ...sample },
    ),
  }),
  session: group("How a session runs", {
    heading: shortText("Heading", "How a session runs"),
    steps: list(
      "Steps",
      group("Step", {
        title: shortText("Title", "", { most: 40 }),
        text: prose("Text", "", { ...sample, most: 240 }),
      }),
      [
        {
          title: "Arrive",
          text: "Shoes off if you like, two slow breaths, and one question: what would make today worth it?",
        },
        {
          title: "Show me",
          text: "You sing, play or speak it once as it stands. I listen to the end and say what I heard.",
        },
        {
          title: "Work on one thing",
          text:
            "We take the eight bars or the two sentences that matter and try them three ways, at the " +
            "piano and away from it.",
        },
        {
          title: "Take it home",
          text: "You leave with one thing that works, one to practise, and ten minutes a day that fit your week.",
        },
      ],
      { least: 1, most: 6, ...sample },
    ),
  }),
  pricing: group("Pricing and packages", {
    heading: shortText("Heading", "Pricing and packages"),
    sessions: shortText("Heading of the sessions", "Single sessions"),
    packages: shortText("Heading of the packages", "Packages"),
    note: shortText(
      "Note",
      "Sessions are in Toorak. If you'd rather meet online, say so when you book.",
      sample,
    ),
    book: shortText("Booking button", "Book online", sample),
  }),
  links: group("Further links", {
    heading: shortText("Heading", "More"),
    approach: shortText("To the approach", "The embodied approach"),
    resources: shortText("To the projects", "Projects & Resources"),
    programs: shortText("To the prices", "All sessions and prices"),
  }),
});
