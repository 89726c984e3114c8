import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";
import { href } from "react-router";
import {
  type Content,
  type ContentState,
  type PublicWords,
  scopeContentState,
  setContentState,
} from "./content.ts";
import { type DocumentName, documentNames, siteDocuments, type SiteWords } from "./documents.ts";
import { type ContentField, mapFields, ownCalendar } from "./fields.ts";
import { fillIn, fillInsOf } from "./fill-ins.ts";
import { documentValues, isRecord } from "./merge.ts";
import type { PublicPage } from "./pages.ts";
import { hiddenPages, isDeadLink } from "./visibility.ts";
import { type Day, isDay, melbourneDay } from "#app/values/calendar.ts";

/** Stored values by document name. */
export type Overrides = Readonly<Record<string, unknown>>;

/** With fill-ins not yet replaced. */
export function wordsOf(overrides: Overrides): SiteWords {
  return Object.fromEntries(
    documentNames.map((name) => [name, documentValues(siteDocuments[name], overrides[name])]),
  ) as SiteWords;
}

/** `shows`: a page that shows even if it is hidden. */
type StateOptions = {
  today?: Day;
  shows?: PublicPage["key"] | undefined;
  letters?: Content["letters"];
  cv?: Content["cv"];
};

export function makeContentState(
  overrides: Overrides = {},
  uploads: Content["uploads"] = {},
  { today = melbourneDay(new Date()), shows, letters = [], cv = null }: StateOptions = {},
): ContentState {
  const current = withDatesFrom(today, wordsOf(overrides));
  const hidden = hiddenPages(current).filter((key) => key !== shows);
  const words = withoutDeadLinks(withoutUnseen(current, hidden), hidden);
  const content = { ...fillIn(publicWords(words), fillInsOf(words)), hidden, uploads, letters, cv };
  return { content, url: contentUrl(JSON.stringify(content)) };
}

/** What's on from a day on, the next first. */
function withDatesFrom(today: Day, words: SiteWords): SiteWords {
  const dates = words.whatsOn.dates
    .filter(({ day }) => isDay(day) && day >= today)
    .toSorted((one, other) => one.day.localeCompare(other.day));
  return { ...words, whatsOn: { ...words.whatsOn, dates } };
}

const readByOnePage = "about coaching voicePiano livePiano projects director whatsOn".split(" ");

/** Browsers get all words, so what is shown nowhere gives way to the default. */
function withoutUnseen(words: SiteWords, hidden: Content["hidden"]): SiteWords {
  const shown: Readonly<Record<string, unknown>> = words.visibility.home;
  const isRead = (name: string) => name === "coaching" && !hidden.includes("voicePiano");
  const unseen = hidden.filter((name) => readByOnePage.includes(name) && !isRead(name));
  const parts = Object.entries(siteDocuments.home.default).filter(
    ([name]) => !(shown[name] ?? true),
  );
  return {
    ...words,
    ...Object.fromEntries(
      unseen.map((name) => [name, siteDocuments[name as DocumentName].default]),
    ),
    home: { ...words.home, ...Object.fromEntries(parts) },
    testimonials: words.visibility.home.testimonials ? words.testimonials : { items: [] },
  };
}

/** No link leads to a hidden page: it is empty as if the owner had none, a calendar is her own. */
function withoutDeadLinks(words: SiteWords, hidden: Content["hidden"]): SiteWords {
  const { visibility } = words;
  const entries = documentNames.map((name) => [
    name,
    withLiveLinks(siteDocuments[name], words[name], (link) =>
      isDeadLink(link, { hidden, visibility }),
    ),
  ]);
  return Object.fromEntries(entries) as SiteWords;
}

type IsDead = (link: string) => boolean;

function withLiveLinks(field: ContentField, value: unknown, isDead: IsDead): unknown {
  switch (field.kind) {
    case "group":
      return mapFields(field.fields, (inner, name) =>
        withLiveLinks(inner, (value as Record<string, unknown>)[name], isDead),
      );
    case "list":
      return (value as unknown[])
        .filter((entry) => !needsDeadLink(field.item, entry, isDead))
        .map((entry) => withLiveLinks(field.item, entry, isDead));
    case "link":
      return isDead(String(value)) ? "" : value;
    case "calendar":
      return isDead(String(value)) ? ownCalendar : value;
    default:
      return value;
  }
}

/** Whether an entry of a list is nothing without a link that is dead. */
function needsDeadLink(item: ContentField, entry: unknown, isDead: IsDead): boolean {
  if (item.kind !== "group" || !isRecord(entry)) return false;
  return Object.entries(item.fields).some(
    ([name, field]) => field.kind === "link" && !field.optional && isDead(String(entry[name])),
  );
}

function publicWords(words: SiteWords): PublicWords {
  const items = words.testimonials.items.map((testimonial) => {
    const { consentedOn: _, ...shown } = testimonial;
    return shown;
  });
  return { ...words, testimonials: { items } };
}

/** The name is a content hash, so browsers may cache the file for ever. */
function contentUrl(json: string): string {
  const file = `${hash("sha256", json, "base64url").slice(0, 22)}.json`;
  return href("/content/:file", { file });
}

const scope = new AsyncLocalStorage<ContentState>();

/** Within `read`, `content()` is that of `state`, whatever is public meanwhile. */
export function withContent<T>(state: ContentState, read: () => T): T {
  return scope.run(state, read);
}

/** Starts with the defaults. Call it once all modules are loaded. */
export function startContent(): void {
  scopeContentState(() => scope.getStore());
  setContentState(makeContentState());
}
