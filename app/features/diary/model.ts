import type { Administrator } from "#app/features/auth/model.ts";
import type { DiaryState } from "#app/server/database/enums.ts";
import type { diaryEntries } from "#app/server/database/tables.server.ts";

export type Entry = typeof diaryEntries.$inferSelect;

/** `clock`: the change comes from time alone. */
export type Actor =
  | { party: "client" }
  | { party: "owner"; by: Administrator }
  | { party: "clock" };

export const asClient: Actor = { party: "client" };
export const asOwner = (by: Administrator): Actor => ({ party: "owner", by });
export const byTheClock: Actor = { party: "clock" };

export function actorName(actor: Actor): string {
  if (actor.party === "owner") return actor.by.email;
  return actor.party === "client" ? "client" : "The diary";
}

export type DiaryChange =
  | "booked"
  | "requested"
  | "declined"
  | "moved"
  | "changed"
  | "cancelled"
  | "confirmed";

const hour = 3_600_000;
const day = 24 * hour;

type Noticed = Pick<Entry, "startsAt" | "changeNotice">;

/** The last instant for changes online, by the notice at the time of booking. */
export function changesUntil({ startsAt, changeNotice }: Noticed): Date {
  return new Date(startsAt.getTime() - changeNotice * hour);
}

export function isOpenForChanges(entry: Noticed, now: Date): boolean {
  return now.getTime() <= changesUntil(entry).getTime();
}

/** False while it waits for its payment or is suspected spam. */
export function isUpcoming({ state, spamReason }: Pick<Entry, "state" | "spamReason">): boolean {
  return (state === "booked" || state === "requested") && spamReason === null;
}

export function lacksLink(entry: Entry): boolean {
  return entry.place === "online" && !entry.placeDetails && isUpcoming(entry);
}

/** In minutes; null if another program wrote an infinite time. */
export function lengthOf({ startsAt, endsAt }: Pick<Entry, "startsAt" | "endsAt">): number | null {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return Number.isNaN(minutes) ? null : minutes;
}

/** In Melbourne, on the next day. */
export const doneFrom = "06:00";

/** After a session, in milliseconds. */
const noShowPeriod = 7 * day;

export function canBeNoShow({ kind, state, endsAt }: Entry, now: Date): boolean {
  const passed = now.getTime() - endsAt.getTime();
  const wasBooked = state === "booked" || state === "done";
  return kind === "appointment" && wasBooked && passed >= 0 && passed <= noShowPeriod;
}

export const diaryStateLabels: Record<DiaryState, string> = {
  held: "Held",
  requested: "Requested",
  booked: "Booked",
  cancelled: "Cancelled",
  done: "Done",
  "no-show": "No-show",
};

/** A declined request has the state `cancelled`. */
export function stateLabel({ state, declined }: Pick<Entry, "state" | "declined">): string {
  return declined ? "Declined" : diaryStateLabels[state];
}
