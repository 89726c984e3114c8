import { cancelBooking } from "#app/features/quotes/cancellation.server.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import { owner } from "./factories.ts";
import { LATER } from "./quotes.ts";

type Cancellation = Parameters<typeof cancelBooking>[3];
type Given = Partial<Cancellation>;

/** A day after the acceptance. */
export const AFTER = new Date(LATER.getTime() + 86_400_000);

export const calledOff = (given: Given = {}): Cancellation => ({
  cancelledBy: "client",
  reason: "The party is called off.",
  keep: "deposit",
  amount: 0,
  ...given,
});

/** What the page shows first. */
export async function previewCancelling(db: Db, id: string, given: Given = {}, now = AFTER) {
  const shown = await cancelBooking(db, owner, id, calledOff(given), now);
  if (shown.ok || shown.reason !== "unseen") throw new Error("No plan.");
  return shown;
}

export async function cancelSeen(db: Db, id: string, given: Given = {}, now = AFTER) {
  const { seen } = await previewCancelling(db, id, given, now);
  return cancelBooking(db, owner, id, calledOff({ ...given, seen }), now);
}
