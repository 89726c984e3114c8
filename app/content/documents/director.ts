import { drawing, group, list, prose, shortText, siteDocument } from "../fields.ts";

const sample = { sample: true };

export const directorPage = siteDocument("Music director", ["director"], {
  heading: shortText("Heading", "Music director and pianist"),
  bio: list(
    "Paragraphs",
    prose("Paragraph", "", { most: 900 }),
    [
      "I've directed and played for more than 12 years: musicals and cabaret, choirs and concerts, " +
        "workshops of new work and the long afternoons when a show actually gets made.",
      "I run calm rehearsals from the piano, and I like a company that can laugh before notes. I teach " +
        "the harmonies, I cut what doesn't sing, and on the night I breathe with whoever has the line.",
    ],
    { least: 1, most: 8, ...sample },
  ),
  ask: shortText("Contact button", "Talk to me about a show"),
  cv: shortText("CV button", "Download my CV"),
  picture: drawing(
    "landscape",
    "card-director",
    "A conductor's hand and score before a small stage",
  ),
  works: group("Works", {
    heading: shortText("Heading", "Some of the work"),
    items: list(
      "Works",
      group("Work", {
        title: shortText("Title", "", { ...sample, most: 60 }),
        text: shortText("What it was, and your part", "", { ...sample, most: 160 }),
        facts: shortText("House and year", "", { ...sample, most: 40, optional: true }),
      }),
      [
        {
          title: "The Tide Clock",
          text: "A new musical, from first workshop to closing night: music direction, piano and keys",
          facts: "The Ropeworks, Footscray, 2025",
        },
        {
          title: "Salt and Cedar",
          text: "A song cycle for four voices: musical preparation and piano",
          facts: "St Alban's Hall, Carlton, 2024",
        },
        {
          title: "Last Tram to Toorak",
          text: "Late-night cabaret: arrangements, and the band from the keyboard",
          facts: "The Depot, South Yarra, 2023",
        },
        {
          title: "A Hundred Breaths",
          text: "A community choir and one evening: choral direction",
          facts: "Town Hall, Warrandyte, 2022",
        },
      ],
      { most: 12, ...sample },
    ),
  }),
  education: group("Education", {
    heading: shortText("Heading", "Education"),
    items: list(
      "Entries",
      shortText("Entry", "", { most: 120 }),
      [
        "Piano performance and accompaniment",
        "Voice and vocal pedagogy",
        "Conducting and music direction",
        "Somatic and embodied practice for performers",
      ],
      { least: 1, most: 20, ...sample },
    ),
  }),
  back: shortText("Back link", "See sessions and prices"),
});
