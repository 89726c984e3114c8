import { fromCents } from "#app/values/money.ts";
import type { Service } from "./model.ts";
import type { ServiceInput } from "./service-schema.ts";

/** A tick is `on` or empty. */
export type ServiceTexts = Record<keyof ServiceInput, string>;

export const serviceFields = [
  "category",
  "name",
  "minutes",
  "price",
  "place",
  "placeDetails",
  "confirmation",
  "active",
  "bufferBefore",
  "bufferAfter",
  "step",
  "notice",
  "daysAhead",
  "mostPerDay",
  "changeNotice",
  "slug",
] as const satisfies readonly (keyof ServiceInput)[];

export function serviceTexts(service: Omit<ServiceInput, "confirmation"> & { onRequest: boolean }) {
  const { price, onRequest, active } = service;
  const texts = serviceFields.map((name): [keyof ServiceInput, string] => {
    if (name === "price")
      return [name, price === null ? "" : fromCents(price).replace(/\.00$/, "")];
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
  changeNotice: "48",
  slug: "",
};

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
