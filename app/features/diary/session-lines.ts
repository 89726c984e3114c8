import { longDay, melbourneDay } from "#app/values/calendar.ts";
import type { Entry } from "./model.ts";

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

/** As in the price list: `4 x 60 min`. */
export const packageName = (sessions: number, minutes: number) => `${sessions} x ${minutes} min`;

export function invoiceTitle({ title, startsAt }: Entry): string {
  return `${title} on ${longDay(melbourneDay(startsAt))}`;
}

export function canBeInvoiced({ kind, state, price, cancelledLate, creditId }: Entry): boolean {
  const isOver =
    state === "done" || state === "no-show" || (state === "cancelled" && cancelledLate);
  return kind === "appointment" && isOver && price !== null && price > 0 && creditId === null;
}

export function canBePaid(entry: Entry): boolean {
  const { kind, state, price, spamReason, creditId } = entry;
  const isAhead = kind === "appointment" && state === "booked" && spamReason === null;
  return canBeInvoiced(entry) || (isAhead && price !== null && price > 0 && creditId === null);
}
