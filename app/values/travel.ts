/* The owner's travel times, each way. */

/** In minutes, to a client's place, unless stated otherwise. */
export const usualTravel = 30;

/** In minutes. */
export const travelMost = 480;

export const travelRule = `Enter minutes from 0 to ${travelMost}, or leave it empty.`;

/** In minutes; null for other input. */
export const travelOf = (typed: string) =>
  /^\d{1,3}$/.test(typed) && Number(typed) <= travelMost ? Number(typed) : null;

type Span = { startsAt: Date; endsAt: Date };

/** `early`: minutes that the owner arrives before the start. */
export const withTravel = ({ startsAt, endsAt }: Span, travel: number, early = 0) => ({
  busyFrom: new Date(startsAt.getTime() - (travel + early) * 60_000),
  busyUntil: new Date(endsAt.getTime() + travel * 60_000),
});
