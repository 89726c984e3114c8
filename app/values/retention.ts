import { inWords } from "./wording.ts";

/*
 * How long each kind of record is kept. The privacy page tells these times and the housekeeping
 * keeps to them, so that what is promised and what is done cannot differ.
 */

export type Span = { years: number } | { days: number };

export const kept = {
  /** What looks like a program's doing, and the newsletter's unanswered confirmations. */
  suspected: { days: 90 },
  /** What was deleted and can still be taken back. */
  deleted: { days: 30 },
  /** A form's key, by which a second arrival of it is known. */
  formKey: { days: 7 },
  /** Messages that no quote came of, and AMEB bookings after their exam. */
  enquiry: { years: 2 },
  /** Quotes that were not accepted, after they were last touched. */
  openQuote: { years: 2 },
  /** Accepted quotes, after the later of acceptance and event: section 262A of the Income Tax Assessment Act 1936 asks for five years. */
  acceptedQuote: { years: 5 },
  letter: { years: 2 },
  /** Letters and text messages that were kept as files, because nothing sends them. */
  textMessage: { days: 7 },
  /** The proof of a consent, after its owner has left the newsletter. */
  departure: { years: 2 },
  /** The log of what was changed in the back office. */
  change: { years: 2 },
  /** Sign-ins, but for each account's last: while there is one, a device that was not seen before is told of. */
  signIn: { years: 1 },
} as const satisfies Record<string, Span>;

/** The instant before which something is no longer kept. */
export function keptSince(span: Span, now: Date): Date {
  if ("days" in span) return new Date(now.getTime() - span.days * 86_400_000);
  const since = new Date(now);
  since.setUTCFullYear(since.getUTCFullYear() - span.years);
  return since;
}

/** `two years`, `one year`, `90 days`. */
export function spanInWords(span: Span): string {
  const [count, unit] = "days" in span ? [span.days, "day"] : [span.years, "year"];
  return `${inWords(count)} ${unit}${count === 1 ? "" : "s"}`;
}
