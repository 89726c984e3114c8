import type { Register } from "react-router";
import { formatPrice } from "#app/values/money.ts";
import { either } from "#app/values/wording.ts";
import { home } from "./home.ts";
import { ameb, coachingPackages, coachingSessions, livePiano, lowest } from "./prices.ts";

/*
 * The public pages that search engines may list: made at build, in the sitemap, each with its own
 * title, description and share image (a file of `pictures/share/`).
 */

export type PublicPage = {
  path: keyof Register["pages"];
  name: string;
  title: string;
  description: string;
  share: string;
};

export const pages = {
  home: {
    path: "/",
    name: "Home",
    title: home.title,
    description: home.description,
    share: "home",
  },
  about: {
    path: "/about",
    name: "About",
    title: "About: thought, intention, breath, expression",
    description:
      "More than 12 years of singing, playing and directing, and an approach to teaching " +
      "that starts in the body: thought, intention, breath, expression.",
    share: "about",
  },
  coaching: {
    path: "/coaching",
    name: "Coaching",
    title: "Performance and musicianship coaching in Melbourne",
    description:
      "One-to-one coaching for voice, piano, mindset and embodied performance, in Toorak, " + // sample
      "Melbourne and online. Four strands, one session.",
    share: "coaching",
  },
  voicePiano: {
    path: "/voice-piano-services",
    name: "Voice & Piano Services",
    title: "Voice and piano coaching: services and prices",
    description:
      "How voice and piano coaching works, what it covers and what it costs: single " +
      `sessions from ${formatPrice(lowest(coachingSessions))} and packages of ` +
      `${either(coachingPackages.map(({ sessions }) => sessions))}.`,
    share: "coaching",
  },
  livePiano: {
    path: "/live-piano-services",
    name: "Live Piano Services",
    title: "Live piano for weddings and events in Melbourne",
    description:
      "A pianist for weddings, lunches and dinners in and around Melbourne, usually " +
      `${livePiano.hours}, on a grand, an upright or a digital piano.`,
    share: "live-piano",
  },
  projects: {
    path: "/projects-resources",
    name: "Projects & Resources",
    title: "Projects and resources: scores, tracks and stages",
    description:
      "Music direction, live piano, AMEB accompanying, sheet music, backing tracks and " +
      "audition playthroughs, all in one place.",
    share: "projects",
  },
  director: {
    path: "/music-director-pianist",
    name: "Music Director & Pianist",
    title: "Music director and pianist in Melbourne",
    description:
      "Music direction, rehearsal piano and keyboards for musicals, cabaret and concerts: " +
      "background, training and a CV to download.",
    share: "projects",
  },
  archive: {
    path: "/archive",
    name: "Audition Cut Playthrough",
    title: "Audition cut playthrough, 15 minutes online",
    description:
      "A 15-minute online drop-in for one 16-32 bar cut: tempo, cuts and a clear page, " +
      "played through with you before the panel hears it.",
    share: "projects",
  },
  ameb: {
    path: "/ameb-accompanying",
    name: "AMEB Accompanying",
    title: "AMEB exam accompanist in Melbourne: rates",
    description:
      `A calm accompanist for AMEB exams in Melbourne: ${formatPrice(ameb.examDay)} for ` +
      "the exam day, rehearsals of " +
      `${either(ameb.rehearsals.map(({ minutes }) => minutes))} minutes, and what to send ` +
      "when.",
    share: "ameb",
  },
  bookVoicePiano: {
    path: "/book-voice-piano",
    name: "Book Voice + Piano",
    title: "Book a voice and piano session in Melbourne",
    description:
      "Choose a time for a voice or piano coaching session in Toorak or online. See " + // sample
      "the free times and book straight away.",
    share: "coaching",
  },
  bookEmbodiment: {
    path: "/book-embodiment-somatic",
    name: "Book Embodiment & Somatic",
    title: "Book an embodiment and somatic session",
    description:
      "Choose a time for healing and body-voice integration: unhurried work with breath, " + // sample
      "body and sound, in Toorak or online.",
    share: "coaching",
  },
  bookPresence: {
    path: "/book-presence-communication",
    name: "Book Presence & Communication",
    title: "Book a presence and communication session",
    description:
      "Choose a time for presence and communication coaching: talks, pitches, interviews " +
      "and everything that needs a steady voice.",
    share: "coaching",
  },
  privacy: {
    path: "/privacy",
    name: "Privacy",
    title: "Privacy: what I keep about you, and for how long",
    description:
      "What this site keeps about you, why and for how long, who else sees it, and how to " +
      "get a copy or have it deleted. No cookies, no trackers.",
    share: "home",
  },
} as const satisfies Record<string, PublicPage>;

export const allPages: readonly PublicPage[] = Object.values(pages);
