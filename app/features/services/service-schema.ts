import * as z from "zod/mini";
import { serviceCategories, servicePlaces } from "#app/server/database/enums.ts";
import { typedAmount, fromCents, formatPrice } from "#app/values/money.ts";
import {
  always,
  emptyOr,
  longText,
  optionalCount,
  text,
  tick,
  typedAs,
} from "#app/values/rules.ts";
import { type Service, placeLabels, servicePriceText, categoryName } from "./model.ts";
import { usualChangeNotice } from "#app/values/terms.ts";
import { labelFrom, type NounWords, sayValue } from "#app/features/audit/changes.ts";

/* The limits are those of the table. */

const amountBelow = 100_000_00;

const oneOf = <T extends string>(allowed: readonly T[], message: string) =>
  z.pipe(text(), z.enum(allowed, message));

function whole(least: number, most: number, message: string) {
  const isValid = (typed: string) =>
    /^\d{1,4}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;
  return typedAs(isValid, message, Number);
}

const isPrice = (typed: string) => (typedAmount(typed) ?? Infinity) < amountBelow;

/** In cents; null: use the price list. */
const typedPrice = emptyOr(isPrice, "Enter an amount such as 95, or leave it empty.", typedAmount);

const slugRule = "Use small letters, digits and hyphens, such as 60-minutes.";
const slug = text({ max: [60, "Use at most 60 characters."] }).check(
  z.refine((typed) => typed === "" || /^[a-z\d]+(-[a-z\d]+)*$/.test(typed), slugRule),
);

const hours = "Enter a whole number of hours, up to 8760.";

const confirmations = ["at-once", "on-request"] as const;

export const serviceSchema = z
  .object({
    category: oneOf(serviceCategories, "Choose what kind of session it is."),
    name: text({ min: [1, "Enter a name."], max: [100, "Use at most 100 characters."] }),
    minutes: whole(5, 480, "Enter a whole number of minutes from 5 to 480."),
    price: typedPrice,
    place: oneOf(servicePlaces, "Choose where it is."),
    placeDetails: longText({ max: [500, "Use at most 500 characters."] }),
    confirmation: oneOf(confirmations, "Choose how it's confirmed."),
    active: tick(),
    bufferBefore: whole(0, 240, "Enter a whole number of minutes from 0 to 240."),
    bufferAfter: whole(0, 240, "Enter a whole number of minutes from 0 to 240."),
    step: whole(5, 240, "Enter a whole number of minutes from 5 to 240."),
    notice: whole(0, 8760, hours),
    daysAhead: whole(1, 365, "Enter a whole number of days from 1 to 365."),
    mostPerDay: optionalCount(100, "Enter a number from 1 to 100, or leave it empty."),
    changeNotice: whole(0, 8760, hours),
    slug,
  })
  .check(
    z.refine(({ place, placeDetails }) => place !== "online" || isLink(placeDetails), {
      error: "Include the link, such as https://meet.example/your-room.",
      path: ["placeDetails"],
      when: always,
    }),
  );

function isLink(details: unknown): boolean {
  return typeof details !== "string" || details === "" || /\bhttps:\/\/\S+\.\S+/.test(details);
}

export const placesSchema = z
  .object({
    studio: longText({ max: [500, "Use at most 500 characters."] }),
    online: longText({ max: [500, "Use at most 500 characters."] }),
  })
  .check(
    z.refine(({ online }) => isLink(online), {
      error: "Include the link, such as https://meet.example/your-room.",
      path: ["online"],
      when: always,
    }),
  );

export type ServiceInput = z.output<typeof serviceSchema>;

/** `Voice & piano, 60 minutes` becomes `voice-piano-60-minutes`. */
export function slugOf(name: string): string {
  const plain = name.normalize("NFD").replace(/[\p{M}'’]/gu, "");
  const words = plain.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.join("-").slice(0, 50).replace(/-+$/, "") || "session";
}

/** A tick is `on` or empty. */
export type ServiceTexts = Record<keyof ServiceInput, string>;

export function serviceTexts(service: Omit<ServiceInput, "confirmation"> & { onRequest: boolean }) {
  const { price: cents, onRequest, active } = service;
  const texts = serviceFields.map((name): [keyof ServiceInput, string] => {
    if (name === "price")
      return [name, cents === null ? "" : fromCents(cents).replace(/\.00$/, "")];
    if (name === "confirmation") return [name, onRequest ? "on-request" : "at-once"];
    if (name === "active") return [name, active ? "on" : ""];
    return [name, String(service[name] ?? "")];
  });
  return Object.fromEntries(texts) as ServiceTexts;
}

export const newServiceTexts: ServiceTexts = {
  category: "voice-piano",
  name: "",
  minutes: "60",
  price: "",
  place: "studio",
  placeDetails: "",
  confirmation: "at-once",
  active: "on",
  bufferBefore: "0",
  bufferAfter: "15",
  step: "30",
  notice: "24",
  daysAhead: "60",
  mostPerDay: "",
  changeNotice: String(usualChangeNotice),
  slug: "",
};

const serviceFields = Object.keys(newServiceTexts) as (keyof ServiceInput)[];

export function postedService(values: Readonly<Record<string, unknown>>): ServiceTexts {
  const texts = serviceFields.map((name) => [name, String(values[name] ?? "")]);
  return Object.fromEntries(texts) as ServiceTexts;
}

export function serviceColumns({ confirmation, ...input }: ServiceInput) {
  return { ...input, onRequest: confirmation === "on-request" };
}

export type ServiceColumns = ReturnType<typeof serviceColumns>;

export function storedColumns(service: Service): ServiceColumns {
  const { id: _id, position: _position, version: _version, updatedAt: _at, ...columns } = service;
  return columns;
}

export type Places = { studio: string; online: string };

type Placed = Pick<Service, "place" | "placeDetails">;

export function commonPlaces(all: readonly Placed[]): Places {
  return { studio: mostCommon(all, "studio"), online: mostCommon(all, "online") };
}

function mostCommon(all: readonly Placed[], place: keyof Places): string {
  const counts = new Map<string, number>();
  for (const service of all)
    if (service.place === place && service.placeDetails)
      counts.set(service.placeDetails, (counts.get(service.placeDetails) ?? 0) + 1);
  return [...counts].toSorted(([, first], [, second]) => second - first)[0]?.[0] ?? "";
}

const categoryNames = () =>
  Object.fromEntries(serviceCategories.map((category) => [category, categoryName(category)]));

export const serviceLabels = {
  category: "Kind of session",
  name: "Name",
  minutes: "Minutes",
  price: "Price in A$",
  place: "Where",
  placeDetails: "Address or link",
  confirmation: "Confirmed",
  active: "Can be booked",
  bufferBefore: "Minutes free before",
  bufferAfter: "Minutes free after",
  step: "Minutes between start times",
  notice: "Hours of notice to book",
  daysAhead: "Days ahead it can be booked",
  mostPerDay: "Most in a day",
  changeNotice: "Hours of notice to change",
  slug: "Web address",
} as const satisfies Record<keyof ServiceInput, string>;

export const confirmationLabels = {
  "at-once": "At once",
  "on-request": "By you, for each request",
};

const minutesText = (value: unknown) => `${sayValue(value)} minutes`;
const hoursText = (value: unknown) => `${sayValue(value)} hours`;

export const serviceWords: NounWords = {
  category: { label: "Kind of session", say: (value) => labelFrom(categoryNames())(value) },
  name: { label: "Name" },
  minutes: { label: "Length", say: minutesText },
  price: {
    label: "Price",
    say: (value) => (typeof value === "number" ? formatPrice(value) : sayValue(value)),
  },
  place: { label: "Where", say: labelFrom(placeLabels) },
  placeDetails: { label: "Address or link" },
  onRequest: { label: "Confirmed", say: (value) => (value === true ? "by you" : "at once") },
  active: { label: "Can be booked" },
  bufferBefore: { label: "Free before", say: minutesText },
  bufferAfter: { label: "Free after", say: minutesText },
  step: { label: "A time every", say: minutesText },
  notice: { label: "Booked at least", say: (value) => `${hoursText(value)} before` },
  daysAhead: { label: "Booked up to", say: (value) => `${sayValue(value)} days ahead` },
  mostPerDay: { label: "Most in a day" },
  changeNotice: { label: "Changed until", say: (value) => `${hoursText(value)} before` },
  slug: { label: "Web address" },
  studio: { label: "Studio" },
  online: { label: "Online" },
};

export function priceInWords(service: Pick<Service, "category" | "minutes" | "price">) {
  const price = servicePriceText(service);
  return price ? { price, follows: service.price === null } : null;
}
