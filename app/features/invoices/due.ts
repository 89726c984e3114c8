import { addDays, type Day, daysBetween } from "#app/values/calendar.ts";
import { balanceDueDaysBefore } from "#app/values/terms.ts";

/** A bank transfer may take so many days: nothing is due sooner, unless its event is. */
export const transferDays = 2;

/** A deposit and a balance closer to each other than so many days are one invoice. */
const daysApart = 3;

/** Whether its day has passed and a transfer made on the day of its issue would have arrived. */
export function isLate(
  { dueOn, issuedOn }: { dueOn: Day | null; issuedOn: Day | null },
  today: Day,
): boolean {
  return dueOn !== null && dueOn < today && (!issuedOn || addDays(issuedOn, transferDays) < today);
}

/** When an invoice of this day is due, with so many days to pay. */
export const dueIn = (today: Day, days: number): Day =>
  addDays(today, Math.max(days, transferDays));

/**
 * When a balance is due: a week before the event. Once it is too late for that, as soon as a transfer
 * can arrive, but before the event where it is still ahead.
 */
export function balanceDay(agreedOn: Day, eventDate: Day): Day {
  const daysAhead = daysBetween(agreedOn, eventDate);
  const usual = daysAhead - balanceDueDaysBefore;
  if (usual >= transferDays) return addDays(agreedOn, usual);
  const isPast = daysAhead < 0;
  return addDays(
    agreedOn,
    isPast ? transferDays : Math.min(transferDays, Math.max(daysAhead - 1, 0)),
  );
}

export type DueDays =
  | { is: "whole"; due: Day }
  | {
      is: "parts";
      deposit: Day;
      /** Null without an event date: the balance stays a draft. */
      balance: Day | null;
    };

/** When the invoices of an acceptance are due: one for the whole where the event is too close for two. */
export function dueDaysOf(acceptedOn: Day, eventDate: Day | null, depositDays: number): DueDays {
  const deposit = dueIn(acceptedOn, depositDays);
  if (!eventDate) return { is: "parts", deposit, balance: null };
  const balance = balanceDay(acceptedOn, eventDate);
  return daysBetween(deposit, balance) < daysApart
    ? { is: "whole", due: balance }
    : { is: "parts", deposit, balance };
}
