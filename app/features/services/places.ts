import type { Service } from "./model.ts";

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
