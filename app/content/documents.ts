import { aboutPage } from "./documents/about.ts";
import { amebPage } from "./documents/ameb.ts";
import { auditionPage } from "./documents/audition.ts";
import { bookingPages } from "./documents/booking.ts";
import { coachingPage } from "./documents/coaching.ts";
import { directorPage } from "./documents/director.ts";
import { homePage } from "./documents/home.ts";
import { livePianoPage } from "./documents/live-piano.ts";
import { priceList } from "./documents/prices.ts";
import { privacyPage } from "./documents/privacy.ts";
import { projectsPage } from "./documents/projects.ts";
import { siteDetails } from "./documents/site.ts";
import { testimonialList } from "./documents/testimonials.ts";
import { pageTitles } from "./documents/titles.ts";
import { shownParts } from "./documents/visibility.ts";
import { voicePianoPage } from "./documents/voice-piano.ts";
import { whatsOnPage } from "./documents/whats-on.ts";

export const siteDocuments = {
  site: siteDetails,
  home: homePage,
  about: aboutPage,
  coaching: coachingPage,
  voicePiano: voicePianoPage,
  livePiano: livePianoPage,
  ameb: amebPage,
  projects: projectsPage,
  director: directorPage,
  audition: auditionPage,
  booking: bookingPages,
  whatsOn: whatsOnPage,
  prices: priceList,
  testimonials: testimonialList,
  titles: pageTitles,
  privacy: privacyPage,
  visibility: shownParts,
};

export type DocumentName = keyof typeof siteDocuments;

export type SiteWords = { readonly [K in DocumentName]: (typeof siteDocuments)[K]["default"] };

export const documentNames = Object.keys(siteDocuments) as DocumentName[];

export function isDocumentName(name: string): name is DocumentName {
  return Object.hasOwn(siteDocuments, name);
}
