import type { PlannedReminder } from "#app/features/reminders/model.ts";
import { addDays, type Day, isDay, isInstant, melbourneDay } from "#app/values/calendar.ts";
import { isOpen, type Quote } from "./model.ts";

export const quoteReminderSteps = ["3-days-after", "7-days-after", "2-days-before-expiry"] as const;
export type QuoteReminderStep = (typeof quoteReminderSteps)[number];

export const quoteStepLabels: Record<QuoteReminderStep, string> = {
  "3-days-after": "3 days after sending",
  "7-days-after": "7 days after sending",
  "2-days-before-expiry": "2 days before it expires",
};

/** Only days on which the quote can still be accepted. */
export function quoteReminderDays(
  quote: Pick<Quote, "acceptedAt" | "rejectedAt" | "draft" | "sentAt" | "validUntil">,
): (PlannedReminder & { step: QuoteReminderStep })[] {
  const { sentAt, validUntil } = quote;
  // Another program may have written an instant that no calendar has.
  if (!isOpen(quote) || !sentAt || !isInstant(sentAt)) return [];
  const sentOn = melbourneDay(sentAt);
  const days: Record<QuoteReminderStep, Day | null> = {
    "3-days-after": addDays(sentOn, 3),
    "7-days-after": addDays(sentOn, 7),
    "2-days-before-expiry": validUntil && addDays(validUntil, -2),
  };
  return quoteReminderSteps.flatMap((step) => {
    const day = days[step];
    return day && isDay(day) && (!validUntil || day <= validUntil) ? [{ step, day }] : [];
  });
}
