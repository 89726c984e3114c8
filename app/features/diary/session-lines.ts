import { longDay, melbourneDay } from "#app/values/calendar.ts";
import type { Entry } from "./model.ts";

/** Why a session that did not take place is on an invoice. */
const reasons: Partial<Record<Entry["state"], string>> = {
  "no-show": "not attended",
  cancelled: "cancelled late",
};

/** `Voice and piano, 60 minutes, Mei Tan, Thursday, 8 October 2026`. */
export function sessionLine(entry: Entry) {
  const { title, student, clientName, startsAt, state, price } = entry;
  const parts = [title, student || clientName, longDay(melbourneDay(startsAt)), reasons[state]];
  return { text: parts.filter(Boolean).join(", "), amount: price ?? 0 };
}

export const minutesOf = ({ startsAt, endsAt }: Pick<Entry, "startsAt" | "endsAt">) =>
  Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000);

/** `4 x 60 min`, as in the price list. */
export const packageName = (sessions: number, minutes: number) => `${sessions} x ${minutes} min`;

/** Of an invoice for one session. */
export function invoiceTitle({ title, startsAt }: Entry): string {
  return `${title} on ${longDay(melbourneDay(startsAt))}`;
}

/** Whether the owner may invoice it: a session that is over, or was called off too late, and is of no package. */
export function canBeInvoiced({ kind, state, price, cancelledLate, creditId }: Entry): boolean {
  const isOver =
    state === "done" || state === "no-show" || (state === "cancelled" && cancelledLate);
  return kind === "appointment" && isOver && price !== null && price > 0 && creditId === null;
}

/** Whether money for it can come now: also before it takes place. */
export function canBePaid(entry: Entry): boolean {
  const { kind, state, price, spamReason, creditId } = entry;
  const isAhead = kind === "appointment" && state === "booked" && spamReason === null;
  return canBeInvoiced(entry) || (isAhead && price !== null && price > 0 && creditId === null);
}
