/*
 * The owner's public name, links and contact details. Lines marked `sample` are to be replaced;
 * `npm run launch-check` lists every one that is left.
 */

export const site = {
  brand: "Breath & Key", // sample
  person: "Imogen Hale", // sample
  firstName: "Imogen", // sample
  role: "Music director, pianist, voice and embodiment coach",
  place: "Toorak, Melbourne",
  suburb: "Toorak",
  email: "hello@breath-and-key.example", // sample
  whatsapp: { label: "+61 491 570 006", href: "https://wa.me/61491570006" }, // sample: a number kept free for fiction
} as const;

export const newsletter = {
  heading: "Newsletter",
  text: "Where I'm playing, what I'm teaching, and a thought or two about breath.", // sample
  /** Shown at the form: what a subscriber agrees to, stored with every subscription. */
  consent: "An occasional email about classes, concerts and writing. Unsubscribe any time.", // sample
} as const;

export const links = {
  bookNow: "https://book.breath-and-key.example/", // sample
  discovery: "https://calendar.breath-and-key.example/discovery-30-min?embed=1", // sample
  choir: "https://choir.breath-and-key.example/", // sample
  sheetMusic: "https://sheet-music.breath-and-key.example/", // sample
  backingTracks: "https://tracks.breath-and-key.example/", // sample
  cv: "https://files.breath-and-key.example/cv.pdf", // sample
  audition: "https://book.breath-and-key.example/?category=Audition%20Cut", // sample
} as const;

/** The schedulers of the booking pages, by what they book. */
export const schedulers = {
  voicePiano: "https://book.breath-and-key.example/?category=Voice%20%2B%20Piano", // sample
  embodiment:
    "https://book.breath-and-key.example/?category=Healing%20%2B%20Body-Voice%20Integration", // sample
  presence: "https://presence.breath-and-key.example/", // sample
} as const;

/** The pages of other sites that are shown in a frame. */
export const frameAddresses: readonly string[] = [links.discovery, ...Object.values(schedulers)];

/** Hosts whose pages may be shown in a frame, and no others. */
export const frameHosts: readonly string[] = [
  ...new Set(
    frameAddresses.filter((link) => URL.canParse(link)).map((link) => new URL(link).origin),
  ),
];

export const socials = [
  { name: "Instagram", href: "https://www.instagram.com/breath.and.key.example" }, // sample
  { name: "YouTube", href: "https://www.youtube.com/@breath-and-key-example" }, // sample
  { name: "Twitch", href: "https://www.twitch.tv/breath_and_key_example" }, // sample
  { name: "Substack", href: "https://breath-and-key-example.substack.com" }, // sample
  { name: "Facebook", href: "https://www.facebook.com/breath.and.key.example" }, // sample
] as const;
