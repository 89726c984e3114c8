import {
  drawing,
  fixed,
  group,
  link,
  list,
  picture,
  prose,
  sampleProse,
  shortText,
  siteDocument,
} from "../fields.ts";

const sample = { sample: true };

const entry = (label: string, title = {}) =>
  group(label, {
    title: shortText("Title", "", { most: 60, ...title }),
    text: prose("Text", "", { ...sample, most: 300 }),
  });

export const homePage = siteDocument("Home", ["home"], {
  hero: group("Opening", {
    eyebrow: shortText("Small heading", "Toorak, Melbourne and online", { ...sample, most: 60 }),
    headline: shortText("Headline", "Breathe first. The music is already there.", {
      ...sample,
      most: 90,
    }),
    intro: sampleProse(
      "Introduction",
      "I'm {{first_name}}, a music director, pianist and coach for voice and embodiment. For more " +
        "than 12 years I've helped people sing, play and speak with their whole selves: at the " +
        "piano, on a stage, on camera, or in a room that has just gone quiet.",
    ),
    button: fixed("Book a Discovery Session"),
    portrait: picture(
      "Portrait",
      "portrait",
      { name: "headshot", alt: "Portrait of {{your_name}} at sunset" },
      sample,
    ),
  }),
  expertise: group("Key expertise", {
    heading: shortText("Heading", "Key expertise"),
    cards: list(
      "Cards",
      group("Card", { ...entry("Card").fields, to: link("Leads to", "", { optional: true }) }),
      [
        {
          title: "Voice",
          text:
            "Technique that begins with the breath: range, stamina, tone, and a sound that's " +
            "recognisably yours.",
          to: "",
        },
        {
          title: "Piano and musicianship",
          text:
            "Playing, reading, harmony and accompanying yourself, at the pace of your hands and " +
            "ears.",
          to: "",
        },
        {
          title: "Presence and embodiment",
          text: "How you stand, wait, look and speak, so what you mean lands before you say a word.",
          to: "",
        },
      ],
      { least: 3, most: 3, ...sample },
    ),
    note: fixed("", "A card that leads nowhere else leads to Coaching."),
    link: shortText("Link", "See how coaching works"),
  }),
  why: group("Why work with me", {
    heading: shortText("Heading", "Why work with me"),
    points: list(
      "Points",
      entry("Point", sample),
      [
        {
          title: "One teacher for the whole performer",
          text:
            "We work on voice, hands, body and nerves together, because that's how you use them on " +
            "the night.",
        },
        {
          title: "A pianist who has been in the pit",
          text:
            "Over 12 years of rehearsals, shows and exam rooms. I know what happens when the plan " +
            "changes in bar nine.",
        },
        {
          title: "Concrete, every time",
          text: "You leave each session with one thing that already works and one thing to practise.",
        },
        { title: "Kind, and exact", text: "I'll tell you what I hear, and what to do about it." },
      ],
      { least: 4, most: 4, ...sample },
    ),
  }),
  about: group("About", {
    heading: shortText("Heading", "Sound starts in the body", sample),
    text: list(
      "Paragraphs",
      prose("Paragraph", ""),
      [
        "Most of what we call talent is coordination nobody got in the way of: a thought, an " +
          "intention, a breath, an expression. I teach in that order.",
        "We begin where you are. Some weeks that's a scale or a left hand; some weeks it's the " +
          "three seconds before you walk on.",
      ],
      { least: 1, most: 6, ...sample },
    ),
    link: fixed("Explore My Full Approach"),
    picture: drawing("landscape", "coaching-embodied", "A dancer with open arms"),
  }),
  audience: group("Who I work with", {
    heading: shortText("Heading", "Who I work with"),
    cards: list(
      "Cards",
      entry("Card"),
      [
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
      { least: 4, most: 4, ...sample },
    ),
  }),
  glimpse: group("Personal glimpse", {
    heading: shortText("Heading", "A personal glimpse"),
    text: sampleProse(
      "Text",
      "Between sessions there's tea, an upright piano older than I am, and a window over terrace " +
        "roofs. I still practise slowly, every day, and I still find it hard to stop.",
    ),
    link: fixed("View Full Bio"),
    picture: drawing(
      "landscape",
      "glimpse",
      "An upright piano by a window over terrace roofs at dusk, a cup of tea on its lid",
    ),
  }),
  testimonials: group("Testimonials", { heading: shortText("Heading", "What people say") }),
  choir: group("Pop-up choir", {
    heading: shortText("Heading", "The pop-up choir"),
    text: sampleProse(
      "Text",
      "One evening, one song, three parts, no audition. Come with a friend or on your own, and " +
        "leave humming.",
    ),
    link: shortText("Button", "Join the next pop-up choir"),
    picture: drawing("landscape", "choir", "People singing together under strings of lights"),
  }),
  resources: group("Projects and resources", {
    heading: shortText("Heading", "Projects and resources"),
    text: prose(
      "Text",
      "Sheet music, backing tracks, music direction and live piano, all in one place.",
    ),
    link: shortText("Button", "Browse Projects & Resources"),
    picture: drawing("landscape", "resources", "Sheet music, headphones and a metronome on a desk"),
  }),
  contact: group("Contact", {
    heading: shortText("Heading", "Write to me"),
    text: sampleProse(
      "Text",
      "Tell me what you're working on and when you need it. I'll reply within {{reply_time}}.",
    ),
    ameb: shortText("AMEB question", "Looking for an accompanist for an AMEB exam?"),
    amebLink: fixed("View AMEB Rates & Services"),
  }),
});
