import { paletteLabels, usualPalette } from "../palettes.ts";
import {
  calendar,
  choice,
  email,
  fixed,
  group,
  shortText,
  link,
  list,
  picture,
  siteDocument,
  prose,
} from "../fields.ts";

const sample = { sample: true };
// If left empty, the link to it disappears.
const goes = { ...sample, optional: true };

const logo = (label: string, shape: "wordmark" | "symbol") =>
  picture(label, shape, { name: "", alt: "" }, { optional: true });

export const siteDetails = siteDocument("Site details and links", ["home"], {
  brand: shortText("Name of the business", "Breath & Key", { ...sample, most: 40 }),
  email: email("Public email", "hello@breath-and-key.example", sample),
  person: shortText("Your name", "Imogen Hale", { ...sample, most: 60, plain: true }),
  firstName: shortText("Your first name", "Imogen", { ...sample, most: 30, plain: true }),
  role: shortText("What you do", "Music director, pianist, voice and embodiment coach"),
  place: shortText("Where you are", "Toorak, Melbourne", { most: 60 }),
  suburb: shortText("Suburb", "Toorak", { most: 40 }),
  replyTime: shortText("You reply within", "two working days", {
    ...sample,
    most: 40,
    plain: true,
  }),
  whatsapp: group("Phone and WhatsApp", {
    // A number reserved for fiction.
    label: shortText("Number as shown", "+61 491 570 006", { ...goes, most: 20 }),
    href: link("WhatsApp link", "https://wa.me/61491570006", { ...goes, only: "https" }),
    note: fixed(
      "",
      "What you don't have can be empty. Without the link the number is one to call.",
    ),
  }),
  newsletter: group("Newsletter", {
    heading: shortText("Heading", "Newsletter", { most: 60 }),
    text: prose(
      "What it's about",
      "Where I'm playing, what I'm teaching, and a thought or two about breath.",
      { ...sample, most: 300 },
    ),
    // Shown at the form and stored with each subscription.
    consent: prose(
      "What a subscriber agrees to",
      "An occasional email about classes, concerts and writing. Unsubscribe any time.",
      { ...sample, most: 300, links: false },
    ),
    welcome: prose(
      "In the welcome email",
      "Thanks for subscribing. I'll write now and then about classes, concerts and what I'm " +
        "working on.",
      { ...sample, most: 300, links: false },
    ),
  }),
  links: group("Links", {
    bookNow: calendar("Book Now", "https://book.breath-and-key.example/"),
    discovery: calendar(
      "Discovery session calendar",
      "https://calendar.breath-and-key.example/discovery-30-min?embed=1",
      { only: "https" },
    ),
    choir: link("Pop-up choir", "https://choir.breath-and-key.example/", goes),
    sheetMusic: link("Sheet music store", "https://sheet-music.breath-and-key.example/", goes),
    backingTracks: link("Backing tracks", "https://tracks.breath-and-key.example/", goes),
    cv: link("Your CV", "https://files.breath-and-key.example/cv.pdf", goes),
    cvDocument: fixed(
      "",
      "A CV that you upload as a PDF, under Site, takes the place of its link.",
    ),
    audition: calendar(
      "Audition cut calendar",
      "https://book.breath-and-key.example/?category=Audition%20Cut",
    ),
  }),
  schedulers: group("Calendars of the booking pages", {
    voicePiano: calendar(
      "Voice and piano",
      "https://book.breath-and-key.example/?category=Voice%20%2B%20Piano",
      { only: "https" },
    ),
    embodiment: calendar(
      "Embodiment and somatic work",
      "https://book.breath-and-key.example/?category=Healing%20%2B%20Body-Voice%20Integration",
      { only: "https" },
    ),
    presence: calendar("Presence and communication", "https://presence.breath-and-key.example/", {
      only: "https",
    }),
  }),
  socials: list(
    "Social links",
    group("Social link", {
      name: shortText("Name", "", { most: 30 }),
      href: link("Address", "", sample),
    }),
    [
      { name: "Instagram", href: "https://www.instagram.com/breath.and.key.example" },
      { name: "YouTube", href: "https://www.youtube.com/@breath-and-key-example" },
      { name: "Twitch", href: "https://www.twitch.tv/breath_and_key_example" },
      { name: "Substack", href: "https://breath-and-key-example.substack.com" },
      { name: "Facebook", href: "https://www.facebook.com/breath.and.key.example" },
    ],
    { ...sample, most: 8, unique: ["name"] },
  ),
  palette: choice("Colours", usualPalette, paletteLabels),
  // Without them the name is typed beside a drawing in the site's colours.
  logo: group("Your own logo", {
    wordmark: logo("Wordmark", "wordmark"),
    wordmarkDark: logo("Wordmark in the dark theme", "wordmark"),
    symbol: logo("Symbol", "symbol"),
    symbolDark: logo("Symbol in the dark theme", "symbol"),
  }),
});
