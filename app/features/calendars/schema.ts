import * as z from "zod/mini";
import { text } from "#app/values/rules.ts";

/* Calendar addresses are secret: knowing one is enough to read the calendar. */

const longestAddress = 2_000;

/** Throws {@link CalendarProblem}. */
export function calendarUrl(
  typed: string,
  siteUrl: string,
  protocols: readonly string[] = ["https:"],
): string {
  const address = typed.trim().replace(/^webcals?:/i, "https:");
  if (
    address.length > longestAddress ||
    !/^[a-z][a-z\d+.-]*:\/\//i.test(address) ||
    !URL.canParse(address)
  )
    throw new CalendarProblem("address");
  const url = new URL(address);
  url.hash = "";
  if (url.hostname === new URL(siteUrl).hostname) throw new CalendarProblem("own");
  if (!protocols.includes(url.protocol)) throw new CalendarProblem("not-https");
  return url.href;
}

export function shortAddress(url: string): string {
  return URL.canParse(url) ? `${new URL(url).hostname}/…` : "…";
}

export const calendarSourceSchema = z.object({
  name: text({
    min: [1, "Give it a name, such as Google or Teaching."],
    max: [60, "Please use at most 60 characters."],
  }),
  url: text({
    min: [1, "Paste the calendar's secret address."],
    max: [longestAddress, `Please use at most ${longestAddress} characters.`],
  }),
});

export type CalendarSourceInput = z.output<typeof calendarSourceSchema>;

export function aheadInWords(count: number): string {
  if (count === 0) return "nothing ahead";
  return count === 1 ? "one busy time ahead" : `${count} busy times ahead`;
}

const sentences = {
  address: "That isn't a web address. Copy the whole address, starting with https:// or webcal://.",
  "not-https": "That address isn't secure. Use one that starts with https:// or webcal://.",
  own: "That's this site's own calendar. Your bookings here already keep their time free.",
  private: "That address leads to a private network, which your site can't ask.",
  "not-found": "Nothing opens at that address. It may have been changed or switched off.",
  refused: "That calendar won't open without signing in. Use its secret address instead.",
  unavailable: "That calendar isn't answering properly right now. Try again in a few minutes.",
  unreachable: "That address can't be reached. Check it for typing mistakes.",
  certificate: "The connection to that address isn't safe: its certificate isn't valid.",
  redirects: "That address keeps sending us elsewhere, and never to a calendar.",
  "too-large": "That calendar is larger than 20 MB. Use a smaller one.",
  timeout: "That calendar took more than 10 seconds to answer. Try again in a few minutes.",
  "no-calendar": "That address opens something else, not a calendar.",
  "cut-off": "That calendar stopped in the middle. Try again in a few minutes.",
  "too-many": "That calendar has more events than we can read.",
  failed: "Something went wrong reading that calendar. We'll try again.",
} as const;

export type ProblemKind = keyof typeof sentences;

/** Carries no address, because addresses are secret. */
export class CalendarProblem extends Error {
  override name = "CalendarProblem";
  readonly kind: ProblemKind;
  constructor(kind: ProblemKind, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

export const problemOf = (error: unknown): ProblemKind =>
  error instanceof CalendarProblem ? error.kind : "failed";

const places: readonly [host: RegExp, place: string][] = [
  [
    /(^|\.)google\.com$/,
    "Google shows it under Settings, your calendar, Secret address in iCal format.",
  ],
  [
    /(^|\.)(outlook|office|office365|live)\.com$/,
    "Outlook shows it under Settings, Calendar, Shared calendars, Publish a calendar: the ICS link.",
  ],
  [
    /(^|\.)icloud\.com$/,
    "In Apple's Calendar, click the person icon beside the calendar, turn on Public Calendar and copy its link.",
  ],
  [
    /(^|\.)proton\.(me|ch)$/,
    "Proton shows it under Settings, Calendars, your calendar, Share with anyone.",
  ],
];

const aboutAddress: readonly ProblemKind[] = ["not-found", "refused", "no-calendar"];

/** For a wrong address, adds where to find the right one. */
export function problemInWords(kind: ProblemKind, url = ""): string {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  const place = places.find(([pattern]) => pattern.test(host))?.[1];
  return aboutAddress.includes(kind) && place ? `${sentences[kind]} ${place}` : sentences[kind];
}
