import type { ServiceCategory, ServicePlace } from "#app/server/database/enums.ts";
import { formatPrice } from "#app/values/money.ts";
import { categoryLabels } from "./labels.ts";
import { priceOf, type Service } from "./model.ts";

export const servicePlaceNames: Record<ServicePlace, string> = {
  studio: "In my studio",
  online: "Online",
  client: "At your place",
};

/** Of which the site says that they can be online as well, if their client would rather. */
const coaching: ReadonlySet<ServiceCategory> = new Set(["voice-piano", "embodiment", "presence"]);

export const canBeOnline = ({ category, place }: Pick<Service, "category" | "place">) =>
  place === "studio" && coaching.has(category);

type Priced = Parameters<typeof priceOf>[0];

/** `A$95`, `Free`; nothing for what has no price. */
export function servicePriceText(service: Priced): string {
  const price = priceOf(service);
  if (price === null) return "";
  return price === 0 ? "Free" : formatPrice(price);
}

type Named = Pick<Service, "name" | "minutes" | "place" | "category">;

const namesItsLength = ({ name, minutes }: Named) => name.includes(`${minutes} min`);

/** `Discovery session, 30 minutes`; a name that says a length, or is of nothing that lasts, stands as it is. */
export const withLength = (name: string, minutes: number) =>
  /\d[\s-]?min|\bhour/i.test(name) || !(minutes > 0) ? name : `${name}, ${minutes} minutes`;

/** `60 minutes · Online`; the length is left out where the name says it, the place where the page does. */
export function serviceFacts(service: Named, saysPlace = true): string {
  const length = namesItsLength(service) ? null : `${service.minutes} minutes`;
  const place = saysPlace ? servicePlaceNames[service.place] : null;
  return [length, place].filter(Boolean).join(" · ");
}

/** Below the name of its category: `60 minutes` of `Voice and piano, 60 minutes`. */
export function nameWithinCategory({ name, category }: Named): string {
  const rest = name.startsWith(`${categoryLabels[category]}, `)
    ? name.slice(categoryLabels[category].length + 2)
    : name;
  return rest.slice(0, 1).toUpperCase() + rest.slice(1);
}
