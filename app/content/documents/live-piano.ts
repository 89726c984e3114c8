import { fixed, group, shortText, list, picture, siteDocument, prose } from "../fields.ts";

const sample = { sample: true };

export const livePianoPage = siteDocument("Live piano", ["livePiano"], {
  heading: shortText("Heading", "Live piano for the day you have in mind", sample),
  from: shortText("Price line", "An evening from {{live_piano_from}}"),
  gallery: list(
    "Pictures",
    picture("Picture", "landscape", { name: "", alt: "" }),
    [
      {
        name: "live-garden",
        alt: "A pianist at a garden wedding, guests seated before a flowered arch",
      },
      { name: "live-grand", alt: "A pianist at a grand on a stage, seen past its open lid" },
      { name: "live-hands", alt: "Hands on the keys of a grand, mirrored in its fallboard" },
      { name: "live-quartet", alt: "A string quartet plays beside a closed grand" },
      { name: "live-dusk", alt: "A rehearsal room with a piano at dusk" },
    ],
    { least: 2, most: 5, ...sample },
  ),
  text: list(
    "Paragraphs",
    prose("Paragraph", ""),
    [
      "Guests arrive, glasses are poured, and someone is playing. Not a playlist: a pianist who " +
        "reads the room, slows for the speeches, lifts the last half hour and knows when to leave a " +
        "silence alone.",
      "I play weddings, receptions, lunches, dinners, galleries and gardens around Melbourne. Jazz " +
        "standards, songs you grew up with, film scores, classical, and the one piece that matters " +
        "to the two of you.",
    ],
    { least: 1, most: 8, ...sample },
  ),
  facts: group("How it works", {
    heading: shortText("Heading", "How it works"),
    items: list(
      "Points",
      prose("Point", "", { most: 300 }),
      [
        "An evening is usually {{usual_hours}}, with an extra hour until {{extra_hour_until}} if " +
          "you'd like it. Lunches and afternoons are just as welcome.",
        "On your piano, the venue's, or a digital piano I bring.",
        "A pre-event rehearsal when there are singers, speeches to underscore or a first dance to " +
          "learn.",
        "I'll email you a written quote. A {{deposit_percent}}% deposit secures the date; the " +
          "balance is due {{balance_days}} days before the event.",
      ],
      { least: 1, most: 8, ...sample },
    ),
  }),
  enquire: group("Enquire now", {
    heading: fixed("Enquire now"),
    text: prose(
      "Text",
      "Tell me when, where and what kind of event it is. I'll reply within {{reply_time}}.",
      sample,
    ),
  }),
});
