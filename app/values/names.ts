import { foldText } from "./folding.ts";

const titles = /^(mr|mrs|ms|miss|mx|dr|prof|professor|rev|sr|fr)\b\.?/i;
const organisation = new RegExp(
  "\\b(academy|association|band|centre|choir|church|club|college|committee|company|council|events|" +
    "ensemble|foundation|gallery|group|hotel|inc|ltd|orchestra|players|productions|pty|school|" +
    "society|studio|studios|theatre|trust|university|venue|winery)\\b",
  "i",
);

/** `Ada` for Ada Lovelace, `Mei and Lucas` for a couple; the whole name for Dr Ward or a group. */
export function firstNameOf(name: string): string {
  const whole = name.replace(/\s+/g, " ").trim();
  if (titles.test(whole) || organisation.test(whole) || /^the\b/i.test(whole)) return whole;
  const pair = /^(\S+ (?:and|&|und|et) \S+)/i.exec(whole)?.[1];
  const first = (pair ?? whole.split(" ")[0]!).replace(/,$/, "");
  return first === first.toLowerCase() && !pair
    ? first.charAt(0).toUpperCase() + first.slice(1)
    : first;
}

/** The probable name at a bank: `Tan` for Mei and Lucas Tan, `Northside` for Northside Players. */
export function surnameOf(name: string): string {
  const words = name.split(/[\s,&]+/).filter((word) => word && !titles.test(word));
  return words.findLast((word) => !organisation.test(word)) ?? words.at(-1) ?? "";
}

/** Empty for text such as a link: strangers could send it to another person's email address. */
export function plainName(name: string): string {
  const line = name.replace(/\s+/g, " ").trim();
  return /^[\p{L}\p{M}](?:[\p{L}\p{M}'’&,-]|\.(?= |$)| ){0,59}$/u.test(line) ? line : "";
}

export type KnownClient = { name: string; email: string };

export const addressed = ({ name, email }: KnownClient) => `${name} <${email}>`;

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[\s<>]+/)
    .filter(Boolean);

/** Each typed word begins a word of the name or is in the email. Empty text finds nobody. */
export function clientsMeant<Client extends KnownClient>(known: readonly Client[], typed: string) {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return known.filter(({ name, email }) => {
    const named = wordsOf(name);
    return words.every(
      (word) => named.some((part) => part.startsWith(word)) || foldText(email).includes(word),
    );
  });
}
