import { possiblePages } from "../pages.ts";
import { group, picture, shortText, siteDocument, prose } from "../fields.ts";

/** `sample`: the description promises or claims what only the owner can. */
const words = (title: string, description: string, sample = false) => ({
  title: shortText("Title", title, { most: 70 }),
  description: prose("Description", description, { most: 200, sample, links: false }),
});

const page = (label: string, ...given: Parameters<typeof words>) => group(label, words(...given));

/** `drawing` is a file in `pictures/share/` that shows the sample business name. */
const pageWithPicture = (
  label: string,
  [drawing, also]: readonly [drawing: string, also?: string],
  ...given: Parameters<typeof words>
) =>
  group(label, {
    ...words(...given),
    picture: picture(
      also ? `Picture when shared (${label} and ${also})` : "Picture when shared",
      "share",
      { name: `share/${drawing}`, alt: "" },
      { sample: true },
    ),
  });

export const pageTitles = siteDocument(
  "Page titles and descriptions",
  possiblePages.map(({ key }) => key),
  {
    home: pageWithPicture(
      "Home",
      ["home", "Privacy"],
      "{{your_name}}: voice, piano and presence coaching in Melbourne",
      "Voice, piano, presence and embodiment coaching in Toorak, Melbourne, with exam accompanying, " +
        "music direction and live piano for events.",
      true,
    ),
    about: pageWithPicture(
      "About",
      ["about"],
      "About: thought, intention, breath, expression",
      "More than 12 years of singing, playing and directing, and an approach to teaching that starts " +
        "in the body: thought, intention, breath, expression.",
      true,
    ),
    coaching: pageWithPicture(
      "Coaching",
      ["coaching", "voice and piano, and bookings"],
      "Performance and musicianship coaching in Melbourne",
      "One-to-one coaching for voice, piano, mindset and embodied performance, in Toorak, Melbourne " +
        "and online. Four strands, one session.",
      true,
    ),
    voicePiano: page(
      "Voice and piano",
      "Voice and piano coaching: services and prices",
      "How voice and piano coaching works, what it covers and what it costs: single sessions from " +
        "{{coaching_from}} and packages of {{package_sizes}}.",
    ),
    livePiano: pageWithPicture(
      "Live piano",
      ["live-piano"],
      "Live piano for weddings and events in Melbourne",
      "A pianist for weddings, lunches and dinners in and around Melbourne, usually {{usual_hours}}, " +
        "on a grand, an upright or a digital piano.",
      true,
    ),
    projects: pageWithPicture(
      "Projects and resources",
      ["projects", "music director and audition cut"],
      "Projects and resources: scores, tracks and stages",
      "Music direction, live piano, AMEB accompanying, sheet music, backing tracks and audition " +
        "playthroughs, all in one place.",
    ),
    director: page(
      "Music director",
      "Music director and pianist in Melbourne",
      "Music direction, rehearsal piano and keyboards for musicals, cabaret and concerts: background, " +
        "training and a CV to download.",
      true,
    ),
    archive: page(
      "Audition cut",
      "Audition cut playthrough, 15 minutes online",
      "A 15-minute online drop-in for one 16-32 bar cut: tempo, cuts and a clear page, played through " +
        "with you before the panel hears it.",
    ),
    ameb: pageWithPicture(
      "AMEB",
      ["ameb"],
      "AMEB exam accompanist in Melbourne: rates",
      "A calm accompanist for AMEB exams in Melbourne: {{exam_day_price}} for the exam day, " +
        "rehearsals of {{rehearsal_lengths}} minutes, and what to send when.",
      true,
    ),
    bookVoicePiano: page(
      "Book voice and piano",
      "Book a voice and piano session in Melbourne",
      "Choose a time for a voice or piano coaching session in Toorak or online. See the free times " +
        "and book straight away.",
      true,
    ),
    bookEmbodiment: page(
      "Book embodiment and somatic work",
      "Book an embodiment and somatic session",
      "Choose a time for healing and body-voice integration: unhurried work with breath, body and " +
        "sound, in Toorak or online.",
      true,
    ),
    bookPresence: page(
      "Book presence and communication",
      "Book a presence and communication session",
      "Choose a time for presence and communication coaching: talks, pitches, interviews and " +
        "everything that needs a steady voice.",
    ),
    whatsOn: page(
      "What's on",
      "What's on: concerts, classes and dates",
      "Concerts, shows, classes and other dates with {{your_name}}: what they are, when and where, and " +
        "where to book.",
    ),
    privacy: page(
      "Privacy",
      "Privacy: what I keep about you, and for how long",
      "What this site keeps about you, why and for how long, who else sees it, and how to get a copy " +
        "or have it deleted. No cookies, no trackers.",
    ),
  },
);
