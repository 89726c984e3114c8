import { inWords } from "./wording.ts";

export type Period = { years: number } | { days: number };

export function periodStart(period: Period, now: Date): Date {
  if ("days" in period) return new Date(now.getTime() - period.days * 86_400_000);
  const start = new Date(now);
  start.setUTCFullYear(start.getUTCFullYear() - period.years);
  return start;
}

/** `two years`, `one year`, `90 days`. */
export function periodInWords(period: Period): string {
  const [count, unit] = "days" in period ? [period.days, "day"] : [period.years, "year"];
  return `${inWords(count)} ${unit}${count === 1 ? "" : "s"}`;
}
