import * as z from "zod/mini";
import { text } from "#app/values/rules.ts";
import { CalendarProblem } from "./problems.ts";

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
