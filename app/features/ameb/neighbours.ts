import { travelBetween, type VenueTravel } from "./places.ts";

/** Somewhere the owner has to be; `early`: minutes before its start. */
export type Stop = {
  startsAt: Date;
  endsAt: Date;
  venueId: string | null;
  place: string;
  early: number;
};

/** `minutes` from the end of one to the start of the other; negative where they overlap. */
export function gapBetween(one: Stop, other: Stop, travel: readonly VenueTravel[]) {
  const isFirst = one.startsAt <= other.startsAt;
  const [first, second] = isFirst ? [one, other] : [other, one];
  const minutes = Math.round((second.startsAt.getTime() - first.endsAt.getTime()) / 60_000);
  const way = travelBetween(first, second, travel);
  // Whoever plays there already is there in time.
  return { minutes, needed: way > 0 ? way + second.early : 0, isFirst };
}

/** `in Hawthorn`, where the place ends with a suburb. */
function where(place: string): string {
  const parts = place.split(",").map((part) => part.replace(/\b(VIC|\d{4})\b/gi, "").trim());
  const suburb = parts.length > 1 ? parts.findLast(Boolean) : undefined;
  if (suburb && !/\d/.test(suburb)) return ` in ${suburb}`;
  return place ? ` at ${place}` : "";
}

type Neighbour = Stop & { who: string };

/** `20 minutes after Mei Tan in Hawthorn, 45 needed`; null with enough time, or where they overlap. */
export function saysTooNear(
  stop: Stop,
  neighbour: Neighbour,
  travel: readonly VenueTravel[],
): string | null {
  const { minutes, needed, isFirst } = gapBetween(stop, neighbour, travel);
  if (minutes < 0 || minutes >= needed) return null;
  const side = isFirst ? "before" : "after";
  return `${minutes} minutes ${side} ${neighbour.who}${where(neighbour.place)}, ${needed} needed`;
}
