import { CalendarProblem } from "./problems.ts";

/* Calendar addresses are secret: knowing one is enough to read the calendar. */

export const longestAddress = 2_000;

/** Throws {@link CalendarProblem}. */
export function calendarUrl(
  typed: string,
  siteUrl: string,
  protocols: readonly string[] = ["https:"],
): string {
  const text = typed.trim().replace(/^webcals?:/i, "https:");
  if (text.length > longestAddress || !/^[a-z][a-z\d+.-]*:\/\//i.test(text) || !URL.canParse(text))
    throw new CalendarProblem("address");
  const url = new URL(text);
  url.hash = "";
  if (url.hostname === new URL(siteUrl).hostname) throw new CalendarProblem("own");
  if (!protocols.includes(url.protocol)) throw new CalendarProblem("not-https");
  return url.href;
}

export function shortAddress(url: string): string {
  return URL.canParse(url) ? `${new URL(url).hostname}/…` : "…";
}
