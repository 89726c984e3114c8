const months = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";

const day = `(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\\d{1,2} (?:${months})[a-z]*(?: \\d{4})?`;

const whole = new RegExp(
  `\\b${day}|\\d:\\d\\d [ap]m(?: [A-Z]{3,4}\\b)?|\\+\\d\\d(?: \\d{3}){3}`,
  "g",
);

/** Keeps dates, times and phone numbers on one line. */
export function unbroken(text: string): string {
  return text.replace(whole, (words) => words.replaceAll(" ", "\u00a0"));
}

const rule = /\(\d+ days before the event\)/g;

/** Also ranges and rules of days. Not for emails, where some programs draw the joiner. */
export function unbrokenRanges(text: string): string {
  return unbroken(text)
    .replace(rule, (words) => words.replaceAll(" ", "\u00a0"))
    .replace(/(?<=[\dm])–(?=\d)/g, "–\u2060");
}

/** Also keeps the last word of a line, such as `minutes`, with the one before it. */
export function unbrokenEnds(lines: string): string {
  return unbrokenRanges(lines).replace(/ (?=\S+$)/gm, "\u00a0");
}
