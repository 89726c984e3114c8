import type { Register } from "react-router";

/* Pages in the sitemap. `share` is the page whose picture shows when a link is shared. */

export const pages = {
  home: { key: "home", path: "/", name: "Home", share: "home" },
  about: { key: "about", path: "/about", name: "About", share: "about" },
  coaching: { key: "coaching", path: "/coaching", name: "Coaching", share: "coaching" },
  voicePiano: {
    key: "voicePiano",
    path: "/voice-piano-services",
    name: "Voice & Piano Services",
    share: "coaching",
  },
  livePiano: {
    key: "livePiano",
    path: "/live-piano-services",
    name: "Live Piano Services",
    share: "livePiano",
  },
  projects: {
    key: "projects",
    path: "/projects-resources",
    name: "Projects & Resources",
    share: "projects",
  },
  director: {
    key: "director",
    path: "/music-director-pianist",
    name: "Music Director & Pianist",
    share: "projects",
  },
  archive: {
    key: "archive",
    path: "/archive",
    name: "Audition Cut Playthrough",
    share: "projects",
  },
  ameb: { key: "ameb", path: "/ameb-accompanying", name: "AMEB Accompanying", share: "ameb" },
  bookVoicePiano: {
    key: "bookVoicePiano",
    path: "/book-voice-piano",
    name: "Book Voice + Piano",
    share: "coaching",
  },
  bookEmbodiment: {
    key: "bookEmbodiment",
    path: "/book-embodiment-somatic",
    name: "Book Embodiment & Somatic",
    share: "coaching",
  },
  bookPresence: {
    key: "bookPresence",
    path: "/book-presence-communication",
    name: "Book Presence & Communication",
    share: "coaching",
  },
  whatsOn: { key: "whatsOn", path: "/whats-on", name: "What's On", share: "home" },
  privacy: { key: "privacy", path: "/privacy", name: "Privacy", share: "home" },
} as const satisfies Record<
  string,
  { key: string; path: keyof Register["pages"]; name: string; share: string }
>;

export type PublicPage = (typeof pages)[keyof typeof pages];

export const possiblePages: readonly PublicPage[] = Object.values(pages);

/** Those of a new site: "What's On" comes with its first date. */
export const allPages = possiblePages.filter((page) => page !== pages.whatsOn);
