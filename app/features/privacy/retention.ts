import { activityPeriod, restorePeriod } from "#app/features/audit/model.ts";
import { dedupeKeyPeriod, spamPeriod } from "#app/features/intake/model.ts";
import { type Period, periodInWords } from "#app/values/period.ts";
import { sheetMusicKept } from "#app/values/terms.ts";

/** The privacy page states these periods, and the scheduled tasks apply them. */
export const retention = {
  /** Suspected spam, and unconfirmed newsletter sign-ups. */
  spam: spamPeriod,
  deleted: restorePeriod,
  formKey: dedupeKeyPeriod,
  /** Messages without a quote, and AMEB bookings after their exam. */
  enquiry: { years: 2 },
  sheetMusic: sheetMusicKept,
  /** Appointments and other diary entries, from their end. */
  appointment: { years: 2 },
  /** Quotes that weren't accepted, from when they were last touched. */
  openQuote: { years: 2 },
  /** From the later of acceptance and event. Income Tax Assessment Act 1936, section 262A. */
  acceptedQuote: { years: 5 },
  /** With credit notes; from the latest of invoice, payment and event. Section 262A, too. */
  invoice: { years: 5 },
  /** Bank lines that pay no invoice; the others are kept with it. */
  bankLine: { years: 2 },
  email: { years: 2 },
  /** Text messages that no service sends and that are kept as files instead. */
  textMessage: { days: 7 },
  /** The proof of consent, after the subscriber has left. */
  unsubscribed: { years: 2 },
  activity: activityPeriod,
  /** Each account's last sign-in is kept, to recognise a new device. */
  signIn: { years: 1 },
} as const satisfies Record<string, Period>;

export const retentionInWords = Object.fromEntries(
  Object.entries(retention).map(([kind, period]) => [kind, periodInWords(period)]),
) as Record<keyof typeof retention, string>;

/** Such as `kept_open_quote`, for the privacy page. */
export const retentionFillIns = Object.fromEntries(
  Object.entries(retentionInWords).map(([kind, words]) => [
    `kept_${kind.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}`,
    words,
  ]),
);

export const testimonialTick = (author: string) => `testimonial ${author}`;
