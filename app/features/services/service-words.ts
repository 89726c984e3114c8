import { labelFrom, type NounWords, sayValue } from "#app/features/audit/changes.ts";
import { formatPrice } from "#app/values/money.ts";
import { serviceCategories } from "#app/server/database/enums.ts";
import { placeLabels, servicePriceText, categoryName } from "./labels.ts";
import type { Service } from "./model.ts";
import type { ServiceInput } from "./service-schema.ts";

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

const minutes = (value: unknown) => `${sayValue(value)} minutes`;
const hours = (value: unknown) => `${sayValue(value)} hours`;

export const serviceWords: NounWords = {
  category: { label: "Kind of session", say: (value) => labelFrom(categoryNames())(value) },
  name: { label: "Name" },
  minutes: { label: "Length", say: minutes },
  price: {
    label: "Price",
    say: (value) => (typeof value === "number" ? formatPrice(value) : sayValue(value)),
  },
  place: { label: "Where", say: labelFrom(placeLabels) },
  placeDetails: { label: "Address or link" },
  onRequest: { label: "Confirmed", say: (value) => (value === true ? "by you" : "at once") },
  active: { label: "Can be booked" },
  bufferBefore: { label: "Free before", say: minutes },
  bufferAfter: { label: "Free after", say: minutes },
  step: { label: "A time every", say: minutes },
  notice: { label: "Booked at least", say: (value) => `${hours(value)} before` },
  daysAhead: { label: "Booked up to", say: (value) => `${sayValue(value)} days ahead` },
  mostPerDay: { label: "Most in a day" },
  changeNotice: { label: "Changed until", say: (value) => `${hours(value)} before` },
  slug: { label: "Web address" },
  studio: { label: "Studio" },
  online: { label: "Online" },
};

export function priceInWords(service: Pick<Service, "category" | "minutes" | "price">) {
  const price = servicePriceText(service);
  return price ? { price, follows: service.price === null } : null;
}
