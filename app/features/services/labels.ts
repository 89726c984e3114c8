import { content } from "#app/content/content.ts";
import type { ServiceCategory, ServicePlace } from "#app/server/database/enums.ts";
import { formatPrice } from "#app/values/money.ts";
import { usualKindNames } from "#app/values/session-kinds.ts";
import { isOwnKind, kindKeys, ownKindOf, priceOf, type Service } from "./model.ts";

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

type Priced = Parameters<typeof priceOf>[0];

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
