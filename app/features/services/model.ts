import { content } from "#app/content/content.ts";
import type { SiteWords } from "#app/content/documents.ts";
import { pages, type PublicPage } from "#app/content/pages.ts";
import { isShown } from "#app/content/visibility.ts";
import {
  type DiaryState,
  type OwnKind,
  rehearsalLengths,
  type ServiceCategory,
  type ServicePlace,
} from "#app/server/database/enums.ts";
import type { services } from "#app/server/database/tables.server.ts";
import { type Cents, formatPrice } from "#app/values/money.ts";
import { usualKindNames } from "#app/content/offers.ts";

export type Service = typeof services.$inferSelect;

export const takingStates = ["held", "requested", "booked"] as const satisfies DiaryState[];

type Priced = Pick<Service, "category" | "minutes" | "price">;

type Prices = SiteWords["prices"];

/** Null if neither has a price, so that it can't be booked. */
export function priceOf(service: Priced, prices: Prices = content().prices): Cents | null {
  return service.price ?? listedPrice(service, prices);
}

function listedPrice(
  { category, minutes }: Priced,
  { coachingSessions, ameb }: Prices,
): Cents | null {
  if (category === "discovery") return 0;
  if (isOwnKind(category)) return null;
  if (category === "ameb-rehearsal") {
    const length = rehearsalLengths.find((one) => one === minutes);
    return length ? ameb[`rehearsal${length}`] : null;
  }
  return coachingSessions.find((session) => session.minutes === minutes)?.price ?? null;
}

/** A page that is hidden takes the sessions with it that visitors book there. */
const pagesOfKinds: Partial<Record<ServiceCategory, PublicPage>> = {
  "voice-piano": pages.bookVoicePiano,
  embodiment: pages.bookEmbodiment,
  presence: pages.bookPresence,
  "audition-cut": pages.archive,
  "ameb-rehearsal": pages.ameb,
};

const kindKeys = {
  "voice-piano": "voicePiano",
  embodiment: "embodiment",
  presence: "presence",
  "audition-cut": "auditionCut",
  discovery: "discovery",
  "ameb-rehearsal": "amebRehearsal",
} as const satisfies Record<Exclude<ServiceCategory, OwnKind>, keyof SiteWords["booking"]["kinds"]>;

const ownKindKeys = {
  "session-1": "first",
  "session-2": "second",
  "session-3": "third",
  "session-4": "fourth",
} as const satisfies Record<OwnKind, keyof SiteWords["booking"]["ownKinds"]>;

export const isOwnKind = (category: ServiceCategory): category is OwnKind =>
  Object.hasOwn(ownKindKeys, category);

export const ownKindOf = (category: OwnKind) => content().booking.ownKinds[ownKindKeys[category]];

export function isKindShown(category: ServiceCategory): boolean {
  if (isOwnKind(category)) {
    const { name, shown } = ownKindOf(category);
    return name !== "" && shown;
  }
  const page = pagesOfKinds[category];
  return content().booking.kinds[kindKeys[category]].shown && (!page || isShown(page));
}

/** Nothing is asked for where one is off or its kind is hidden. */
export const isSwitchedOn = ({ active, category }: Pick<Service, "active" | "category">) =>
  active && isKindShown(category);

/** What visitors can book. */
export const isOffered = (service: Priced & Pick<Service, "active">, prices?: Prices): boolean =>
  isSwitchedOn(service) && priceOf(service, prices) !== null;

export const categoryName = (category: ServiceCategory) =>
  isOwnKind(category)
    ? ownKindOf(category).name || "A kind without a name"
    : content().booking.kinds[kindKeys[category]].name;

export const usualCategoryName = (category: ServiceCategory) =>
  isOwnKind(category) ? categoryName(category) : usualKindNames[kindKeys[category]];

export const hasKindName = (category: ServiceCategory) =>
  !isOwnKind(category) || ownKindOf(category).name !== "";

/** Those of the price list's sessions and packages. */
export const isCoaching = (category: ServiceCategory) =>
  category === "voice-piano" || category === "embodiment" || category === "presence";

export const placeLabels: Readonly<Record<ServicePlace, string>> = {
  studio: "At the studio",
  online: "Online",
  client: "At the client's place",
};

export const servicePlaceNames: Record<ServicePlace, string> = {
  studio: "In my studio",
  online: "Online",
  client: "At your place",
};

/** The site says that these can be online as well. */
const coaching: ReadonlySet<ServiceCategory> = new Set(["voice-piano", "embodiment", "presence"]);

export const canBeOnline = ({ category, place }: Pick<Service, "category" | "place">) =>
  place === "studio" && coaching.has(category) && content().booking.online;

/** `A$95`, `Free`; empty without a price. */
export function servicePriceText(service: Priced): string {
  const price = priceOf(service);
  if (price === null) return "";
  return price === 0 ? "Free" : formatPrice(price);
}

type Named = Pick<Service, "name" | "minutes" | "place" | "category">;

const namesItsLength = ({ name, minutes }: Named) => name.includes(`${minutes} min`);

/** `Discovery session, 30 minutes`; unchanged if the name has a length or nothing lasts. */
export const withLength = (name: string, minutes: number) =>
  /\d[\s-]?min|\bhour/i.test(name) || !(minutes > 0) ? name : `${name}, ${minutes} minutes`;

/** `60 minutes · Online`, without what the name or the page already says. */
export function serviceFacts(service: Named, saysPlace = true): string {
  const length = namesItsLength(service) ? null : `${service.minutes} minutes`;
  const place = saysPlace ? servicePlaceNames[service.place] : null;
  return [length, place].filter(Boolean).join(" · ");
}

/** `60 minutes` for `Voice and piano, 60 minutes`. */
export function nameWithinCategory({ name, category }: Named): string {
  const prefixes = [categoryName(category), usualCategoryName(category)].map((kind) => `${kind}, `);
  const rest = name.slice(prefixes.find((prefix) => name.startsWith(prefix))?.length ?? 0);
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}

/** As in the price list: `4 x 60 min`. */
export const packageName = (sessions: number, minutes: number) => `${sessions} x ${minutes} min`;
