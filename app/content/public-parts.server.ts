import { type DocumentName, siteDocuments, type SiteWords } from "./documents.ts";
import { possiblePages, type PublicPage } from "./pages.ts";
import { hiddenPages } from "./visibility.ts";

type Key = PublicPage["key"];

/** False for what is hidden; a group's notes are beside its switches. */
type Parts = Readonly<Record<string, boolean | null>>;

/** The page of voice and piano shows it too. */
const borrowed = "coaching.cards.piano.picture";

/** Whether visitors read what is at a path of a document: its page, section, card and kind of session show. */
export function isPublicPart(words: SiteWords, document: DocumentName, path: string): boolean {
  const hidden = hiddenPages(words);
  const shows = (...keys: Key[]) => keys.some((key) => !hidden.includes(key));
  const whole = `${document}.${path}`;
  if (shows("voicePiano") && `${whole}.`.startsWith(`${borrowed}.`)) return true;
  if (!shows(...siteDocuments[document].pages)) return false;
  const parts = Object.entries(partsThatShow(words, shows));
  return parts.every(
    ([part, isPublic]) => isPublic !== false || !`${whole}.`.startsWith(`${part}.`),
  );
}

function partsThatShow(words: SiteWords, shows: (...keys: Key[]) => boolean): Parts {
  const { home } = words.visibility;
  const { discovery } = words.booking.kinds;
  const { sheetMusic, backingTracks } = words.site.links;
  const voiceAndPiano = shows("voicePiano", "bookVoicePiano");
  const sharing = (key: string) => possiblePages.filter(({ share }) => share === key);
  return {
    testimonials: home.testimonials,
    ...under("home", home),
    ...Object.fromEntries(
      possiblePages.flatMap(({ key }) => [
        [`titles.${key}.title`, shows(key)],
        [`titles.${key}.description`, shows(key)],
        [`titles.${key}.picture`, shows(...sharing(key).map((page) => page.key))],
      ]),
    ),
    ...under("projects.cards", {
      director: shows("director"),
      livePiano: shows("livePiano"),
      ameb: shows("ameb"),
      sheetMusic: sheetMusic !== "",
      backingTracks: backingTracks !== "",
      audition: shows("archive"),
    }),
    ...under("coaching.cards", {
      voice: voiceAndPiano,
      piano: voiceAndPiano,
      mindset: shows("bookPresence"),
      embodied: shows("bookEmbodiment"),
    }),
    "coaching.others": shows("bookEmbodiment", "bookPresence"),
    ...under("booking", bookingsThatShow(shows)),
    "booking.card.discovery": discovery.shown,
    "prices.ameb": shows("ameb"),
    ...under("site.links", {
      discovery: discovery.shown,
      choir: home.choir,
      sheetMusic: shows("projects"),
      backingTracks: shows("projects"),
      cv: shows("director"),
      audition: shows("archive"),
    }),
    ...under("site.schedulers", bookingsThatShow(shows)),
  };
}

const bookingsThatShow = (shows: (key: Key) => boolean) => ({
  voicePiano: shows("bookVoicePiano"),
  embodiment: shows("bookEmbodiment"),
  presence: shows("bookPresence"),
});

const under = (part: string, parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).map(([name, shows]) => [`${part}.${name}`, shows]));
