import { addDays, type Day } from "#app/values/calendar.ts";

/** The balance is due so many days before the event. */
const balanceDaysBefore = 7;

export type DueDays =
  | { is: "whole"; due: Day }
  | {
      is: "parts";
      deposit: Day;
      /** Null without an event date: the balance stays a draft. */
      balance: Day | null;
    };

/**
 * When the invoices of an acceptance are due: the deposit so many days later but before the event, the
 * balance a week before the event. Accepted after that, the whole is due at once.
 */
export function dueDaysOf(acceptedOn: Day, eventDate: Day | null, depositDays: number): DueDays {
  const usual = addDays(acceptedOn, depositDays);
  if (!eventDate) return { is: "parts", deposit: usual, balance: null };
  if (addDays(acceptedOn, balanceDaysBefore) > eventDate) return { is: "whole", due: acceptedOn };
  const balance = addDays(eventDate, -balanceDaysBefore);
  const dayBefore = addDays(eventDate, -1);
  return { is: "parts", deposit: usual < dayBefore ? usual : dayBefore, balance };
}
