import type { PlannedReminder } from "#app/features/reminders/model.ts";
import { addDays, type Day, isDay, isInstant, melbourneDay } from "#app/values/calendar.ts";
import { content } from "#app/content/content.ts";
import type { StandardTemplate } from "#app/features/email/templates.ts";
import { isOpen, type Quote } from "./model.ts";

export const quoteReminderSteps = ["3-days-after", "7-days-after", "2-days-before-expiry"] as const;
type QuoteReminderStep = (typeof quoteReminderSteps)[number];

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

/** Sent automatically, unless the owner has a template of the same name. */
export function quoteReminderEmails(): Record<QuoteReminderStep, StandardTemplate> {
  const { person } = content().site;
  return {
    "3-days-after": {
      name: "Quote reminder",
      subject: "A reminder: your quote for {{event}}",
      body: `Hi {{first_name}},

I hope you've had a chance to look at your quote. {{valid_until_sentence}}

If you have a question or would like to change anything, just reply. If it all looks right, you can \
accept it below.

${person}`,
    },
    "7-days-after": {
      name: "Second quote reminder",
      subject: "Still thinking about {{event}}?",
      body: `Hi {{first_name}},

It's been a week since I sent your quote, so I wanted to check in. \
{{valid_until_sentence}}

If something isn't quite right, tell me and I'll see what I can do. And if you've made other plans, \
that's fine too: a short reply is all I need.

${person}`,
    },
    "2-days-before-expiry": {
      name: "Quote expires soon",
      subject: "Your quote for {{event}} is valid until {{valid_until}}",
      body: `Hi {{first_name}},

A quick note that your quote is valid until {{valid_until}}. If you'd like to go \
ahead, you can accept it below.

If you need a little more time, just reply.

${person}`,
    },
  };
}
