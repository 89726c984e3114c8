const alternatives = new Intl.ListFormat("en-AU", { type: "disjunction" });

const conjunction = new Intl.ListFormat("en-AU");

/** `quotes, messages and bookings`. */
export function allOf(names: readonly string[]): string {
  return conjunction.format(names);
}

/** `15, 30 or 45`. */
export function either(choices: readonly number[]): string {
  return alternatives.format(choices.map(String));
}

const words = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** `two`; figures above twelve. */
export function inWords(count: number): string {
  return words[count] ?? String(count);
}

const figures = new Intl.NumberFormat("en-AU");
export const formatCount = (count: number) => figures.format(count);

/** `7`, `2,000+`. */
export const formatTotal = (total: number, isMore: boolean) =>
  formatCount(total) + (isMore ? "+" : "");

/** `7 quotes`, `1 quote`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

/** `240 KB`, `1.2 MB`; never 0. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes}\u00a0KB` : `${(bytes / 1_000_000).toFixed(1)}\u00a0MB`;
}
