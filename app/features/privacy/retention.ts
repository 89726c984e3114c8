import { activityPeriod, restorePeriod } from "#app/features/audit/model.ts";
import { dedupeKeyPeriod, spamPeriod } from "#app/features/intake/model.ts";
import { type Period, periodInWords } from "#app/values/period.ts";

/**
 * How long each kind of record is kept. The privacy page states these periods and the scheduled
 * tasks keep to them, so the two cannot differ.
 */
export const retention = {
  /** Suspected spam, and newsletter sign-ups that were never confirmed. */
  spam: spamPeriod,
  /** Deleted records, which can be restored until then. */
  deleted: restorePeriod,
  formKey: dedupeKeyPeriod,
  /** Messages that led to no quote, and AMEB bookings after their exam. */
  enquiry: { years: 2 },
  /** Appointments and other times of the diary, since their end. */
  appointment: { years: 2 },
  /** Quotes that were not accepted, since they were last touched. */
  openQuote: { years: 2 },
  /**
   * Accepted quotes, since the acceptance or the event, whichever is later. Section 262A of the
   * Income Tax Assessment Act 1936 asks for five years.
   */
  acceptedQuote: { years: 5 },
  /**
   * Issued invoices with their credit notes and payments, since the invoice, the last payment or the
   * event, whichever is latest. By the same section.
   */
  invoice: { years: 5 },
  /** Lines of bank statements that pay no invoice; the others stay with it. */
  bankLine: { years: 2 },
  email: { years: 2 },
  /** Text messages that nothing sends and that are kept as files instead. */
  textMessage: { days: 7 },
  /** The proof of consent, after its subscriber has left. */
  unsubscribed: { years: 2 },
  activity: activityPeriod,
  /** Sign-ins, except each account's last: by it a new device is noticed. */
  signIn: { years: 1 },
} as const satisfies Record<string, Period>;

export const retentionInWords = Object.fromEntries(
  Object.entries(retention).map(([kind, period]) => [kind, periodInWords(period)]),
) as Record<keyof typeof retention, string>;

/** For the texts of the privacy page: `kept_open_quote`. */
export const retentionFillIns = Object.fromEntries(
  Object.entries(retentionInWords).map(([kind, words]) => [
    `kept_${kind.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)}`,
    words,
  ]),
);
