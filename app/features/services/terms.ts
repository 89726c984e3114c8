import * as z from "zod/mini";
import type { SiteWords } from "#app/content/documents.ts";
import { servicePlaces } from "#app/server/database/enums.ts";
import { formatPrice } from "#app/values/money.ts";
import { servicePlaceNames, priceOf, type Service } from "./model.ts";

const bookedTerms = z.object({
  minutes: z.int(),
  /** In cents. */
  price: z.nullable(z.int()),
  place: z.enum(servicePlaces),
  onRequest: z.boolean(),
  /** Hours before the start. */
  changeNotice: z.int(),
});

/** The form carries the terms, so that a change since is noticed. */
export type Terms = z.infer<typeof bookedTerms>;

export function termsOf(service: Service, prices?: SiteWords["prices"]): Terms {
  const { minutes, place, onRequest, changeNotice } = service;
  return { minutes, price: priceOf(service, prices), place, onRequest, changeNotice };
}

/** Null for a form that is not ours, or of another release. */
export function readTerms(written: string | undefined): Terms | null {
  try {
    return bookedTerms.parse(JSON.parse(written ?? ""));
  } catch {
    return null;
  }
}

type Words = { [Name in keyof Terms]: (value: Terms[Name]) => string };

const words: Words = {
  minutes: (minutes) => `${minutes} minutes`,
  place: (place) => servicePlaceNames[place].toLowerCase(),
  price: (price) => (price ? formatPrice(price) : "free"),
  onRequest: (onRequest) => (onRequest ? "booked once I confirm it" : "booked at once"),
  changeNotice: (hours) => `changed online until ${hours} hours before`,
};

/** `It was 60 minutes, A$95 and is now 30 minutes, A$60.`; null where nothing differs. */
export function differenceOf(shown: Terms, current: Terms): string | null {
  const names = (Object.keys(words) as (keyof Terms)[]).filter(
    (name) => shown[name] !== current[name],
  );
  if (names.length === 0) return null;
  const say = (terms: Terms) =>
    names.map((name) => (words[name] as Words["price"])(terms[name] as number));
  return `It was ${say(shown).join(", ")} and is now ${say(current).join(", ")}.`;
}
