import { CalendarProblem } from "./problems.ts";

/* Secret addresses of calendars: whoever knows one can read it. */

export const longestAddress = 2_000;

/** What was pasted as an address to ask. Throws {@link CalendarProblem}. */
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

/** Enough to tell which service it is, and nothing to open it with. */
export function shortAddress(url: string): string {
  return URL.canParse(url) ? `${new URL(url).hostname}/…` : "…";
}
