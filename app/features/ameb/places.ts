import type { examSessions, venues, venueTravel } from "#app/server/database/tables.server.ts";
import { type Day, shortDay } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { usualTravel } from "#app/values/travel.ts";

export type ExamSession = typeof examSessions.$inferSelect;
export type Venue = typeof venues.$inferSelect;
export type VenueTravel = typeof venueTravel.$inferSelect;

/** What bookings refer to by id. */
export type ExamPlaces = { sessions: ExamSession[]; venues: Venue[]; travel: VenueTravel[] };

/** As bookings keep it, so that whoever reads only them sees it. */
export const venueLine = ({ name, address }: Pick<Venue, "name" | "address">) =>
  [name, address].filter(Boolean).join(", ");

export const sessionDays = ({ firstDay, lastDay }: ExamSession, today: Day) =>
  `${shortDay(firstDay, today)} to ${shortDay(lastDay, today)}`;

type Place = { venueId: string | null; place: string };

const isSamePlace = (one: Place, other: Place): boolean =>
  one.venueId || other.venueId
    ? one.venueId === other.venueId
    : one.place.trim().toLowerCase() === other.place.trim().toLowerCase();

/** In minutes. */
export function travelBetween(one: Place, other: Place, typed: readonly VenueTravel[]): number {
  if (isSamePlace(one, other)) return 0;
  const ids = [one.venueId, other.venueId];
  const found = typed.find(
    ({ venueId, otherId }) => ids.includes(venueId) && ids.includes(otherId),
  );
  return found?.minutes ?? usualTravel;
}

type PlaceIds = { venueId: string; sessionId: string };

export function unknownPlaces(
  { venueId, sessionId }: PlaceIds,
  changed: readonly string[],
  { venues, sessions }: ExamPlaces,
): FieldErrors {
  const isGone = (name: keyof PlaceIds, id: string, rows: readonly { id: string }[]) =>
    changed.includes(name) && id !== "" && !rows.some((row) => row.id === id);
  return {
    ...(isGone("venueId", venueId, venues) && { venueId: "That venue is gone. Choose another." }),
    ...(isGone("sessionId", sessionId, sessions) && {
      sessionId: "That session is gone. Choose another.",
    }),
  };
}

/** The name of a venue or session; other texts as they are. */
export function nameIn({ venues, sessions }: ExamPlaces, text: string): string {
  return [...venues, ...sessions].find(({ id }) => id === text)?.name ?? text;
}

/** For the history, where an id would tell nothing. */
export function namedPlaces<T extends PlaceIds>(texts: T, places: ExamPlaces): T {
  const { venueId, sessionId } = texts;
  return { ...texts, venueId: nameIn(places, venueId), sessionId: nameIn(places, sessionId) };
}

export const optionsOf = (rows: readonly { id: string; name: string }[], none: string) => ({
  "": none,
  ...Object.fromEntries(rows.map(({ id, name }) => [id, name])),
});
