import { addDays, type Day, daysBetween } from "#app/values/calendar.ts";
import { balanceDueDaysBefore } from "#app/values/terms.ts";

/** Days a bank transfer may take: nothing is due sooner, unless its event is. */
export const transferDays = 2;

/** A deposit and a balance closer than this many days are one invoice. */
const daysApart = 3;

/** Late only once a transfer made on the issue day would have arrived. */
export function isLate(
  { dueOn, issuedOn }: { dueOn: Day | null; issuedOn: Day | null },
  today: Day,
): boolean {
  return dueOn !== null && dueOn < today && (!issuedOn || addDays(issuedOn, transferDays) < today);
}

export const dueIn = (today: Day, days: number): Day =>
  addDays(today, Math.max(days, transferDays));

/** A week before the event; later, as soon as a transfer can arrive, but before a future event. */
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

type DueDays =
  | { is: "whole"; due: Day }
  | {
      is: "parts";
      deposit: Day;
      /** Null without an event date: the balance stays a draft. */
      balance: Day | null;
    };

/** One invoice for the whole when the event is too close for two. */
export function dueDaysOf(acceptedOn: Day, eventDate: Day | null, depositDays: number): DueDays {
  const deposit = dueIn(acceptedOn, depositDays);
  if (!eventDate) return { is: "parts", deposit, balance: null };
  const balance = balanceDay(acceptedOn, eventDate);
  return daysBetween(deposit, balance) < daysApart
    ? { is: "whole", due: balance }
    : { is: "parts", deposit, balance };
}
