import type { Cents } from "#app/values/money.ts";

/**
 * How this month compares with the last, in whole percent (specification, section 9): with nothing
 * last month, 100 when this month has something and else 0.
 */
export function percentChange(thisMonth: Cents, lastMonth: Cents): number {
  if (lastMonth === 0) return thisMonth > 0 ? 100 : 0;
  const percent = Math.round(((thisMonth - lastMonth) / lastMonth) * 100);
  // There is no minus zero percent.
  return percent === 0 ? 0 : percent;
}

/** `+12%`, `-5%`, `+0%`. */
export function signedPercent(percent: number): string {
  return `${percent < 0 ? "−" : "+"}${Math.abs(percent)}%`;
}
