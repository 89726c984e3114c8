import { href } from "react-router";
import type { Service } from "#app/features/services/model.ts";
import { melbourneZone } from "#app/values/calendar.ts";
import { startPath } from "#app/values/start-path.ts";
import { isZone } from "#app/values/wall-clock.ts";

export type Visit = {
  zone: string;
  /** `unknown`: the URL names no valid time zone. */
  zoneIs: "chosen" | "unknown" | "usual";
  /** The secret part of the emailed link; it is in the URL because there are no cookies. */
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

export const weekReasons = ["past", "outside", "taken", "link"] as const;
export type WeekReason = (typeof weekReasons)[number];

type Query = {
  week?: string | undefined;
  sorry?: WeekReason | undefined;
  /** The visitor has just joined the waiting list. */
  waits?: "yes";
};

/** Keeps the chosen zone and the emailed link's secret in the URL. */
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
