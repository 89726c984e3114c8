import { href } from "react-router";
import type { Service } from "#app/features/services/model.ts";
import { melbourneZone } from "#app/values/calendar.ts";
import { startPath } from "#app/values/start-path.ts";
import { isZone } from "#app/values/wall-clock.ts";

/** What the address of a booking page says of its visitor. */
export type Visit = {
  /** In which times are shown. */
  zone: string;
  /** `unknown`: what the address names is no time zone. */
  zoneIs: "chosen" | "unknown" | "usual";
  /** The secret part of the emailed link that the visitor came by: there are no cookies to keep it in. */
  proof: string | null;
};

export function readVisit(request: Request): Visit {
  const { searchParams } = new URL(request.url);
  const [zone, proof] = [searchParams.get("zone"), searchParams.get("proof")];
  if (zone === null) return { zone: melbourneZone, zoneIs: "usual", proof };
  return isZone(zone)
    ? { zone, zoneIs: "chosen", proof }
    : { zone: melbourneZone, zoneIs: "unknown", proof };
}

type Path = Pick<Service, "category" | "slug">;

/** Why a visitor is shown the week again. */
export const weekReasons = ["past", "outside", "taken", "link"] as const;
export type WeekReason = (typeof weekReasons)[number];

type Query = {
  week?: string | undefined;
  sorry?: WeekReason | undefined;
  /** Who asked to be told of a free time has just been put on the list. */
  waits?: "yes";
};

/** A path with the zone that was chosen and the link that the visitor came by, so that both stay. */
function withQuery(path: string, { zone, zoneIs, proof }: Visit, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  if (zoneIs === "chosen") params.set("zone", zone);
  if (proof) params.set("proof", proof);
  return params.size > 0 ? `${path}?${params.toString().replaceAll("%2F", "/")}` : path;
}

export const categoriesUrl = (visit: Visit) => withQuery(href("/book"), visit);

export const categoryUrl = (category: string, visit: Visit) =>
  withQuery(href("/book/:category", { category }), visit);

export const weekUrl = ({ category, slug }: Path, visit: Visit, query?: Query) =>
  withQuery(href("/book/:category/:service", { category, service: slug }), visit, query);

export function startUrl({ category, slug }: Path, start: Date, visit: Visit): string {
  const params = { category, service: slug, start: startPath(start) };
  return withQuery(href("/book/:category/:service/:start", params), visit);
}
