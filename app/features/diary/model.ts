import type { Administrator } from "#app/features/auth/model.ts";
import type { DiaryState } from "#app/server/database/enums.ts";
import type { diaryEntries } from "#app/server/database/tables.server.ts";

export type Entry = typeof diaryEntries.$inferSelect;

/** Who changes the diary: a client by the link, the owner, or nobody but the time. */
export type Actor =
  | { party: "client" }
  | { party: "owner"; by: Administrator }
  | { party: "clock" };

export const asClient: Actor = { party: "client" };
export const asOwner = (by: Administrator): Actor => ({ party: "owner", by });
export const byTheClock: Actor = { party: "clock" };

/** As the activity log names the actor. */
export function actorName(actor: Actor): string {
  if (actor.party === "owner") return actor.by.email;
  return actor.party === "client" ? "client" : "The diary";
}

/** What clients and the owner are told of. */
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

/** The last instant at which a client can change an appointment online, by the notice of when it was booked. */
export function changesUntil({ startsAt, changeNotice }: Noticed): Date {
  return new Date(startsAt.getTime() - changeNotice * hour);
}

/** Exactly at the last instant it is still open. */
export function isOpenForChanges(entry: Noticed, now: Date): boolean {
  return now.getTime() <= changesUntil(entry).getTime();
}

/** An appointment that still stands; one that waits for its card or is suspected spam does not yet. */
export function isUpcoming({ state, spamReason }: Pick<Entry, "state" | "spamReason">): boolean {
  return (state === "booked" || state === "requested") && spamReason === null;
}

/** An online session that its client can't join yet. */
export function lacksLink(entry: Entry): boolean {
  return entry.place === "online" && !entry.placeDetails && isUpcoming(entry);
}

/** In minutes; null where another program wrote times that no calendar has. */
export function lengthOf({ startsAt, endsAt }: Pick<Entry, "startsAt" | "endsAt">): number | null {
  const minutes = Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);
  return Number.isNaN(minutes) ? null : minutes;
}

/** When sessions count as done: in Melbourne, on the day after. */
export const doneFrom = "06:00";

/** How long after a session the owner can say that nobody came, in milliseconds. */
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

/** As {@link diaryStateLabels}; a request that was not taken has the same state as what is cancelled. */
export function stateLabel({ state, declined }: Pick<Entry, "state" | "declined">): string {
  return declined ? "Declined" : diaryStateLabels[state];
}
