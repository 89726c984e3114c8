const titles = /^(mr|mrs|ms|miss|mx|dr|prof|professor|rev|sr|fr)\b\.?/i;
const organisation = new RegExp(
  "\\b(academy|association|band|centre|choir|church|club|college|committee|company|council|events|" +
    "ensemble|foundation|gallery|group|hotel|inc|ltd|orchestra|players|productions|pty|school|" +
    "society|studio|studios|theatre|trust|university|venue|winery)\\b",
  "i",
);

/**
 * How a person of this name is greeted: `Ada` for Ada Lovelace, `Mei and Lucas` for Mei and Lucas
 * Tan. The whole name where a first name would be wrong: Dr Ward, Northside Players.
 */
export function firstNameOf(name: string): string {
  const whole = name.replace(/\s+/g, " ").trim();
  if (titles.test(whole) || organisation.test(whole) || /^the\b/i.test(whole)) return whole;
  const pair = /^(\S+ (?:and|&|und|et) \S+)/i.exec(whole)?.[1];
  const first = (pair ?? whole.split(" ")[0]!).replace(/,$/, "");
  return first === first.toLowerCase() && !pair
    ? first.charAt(0).toUpperCase() + first.slice(1)
    : first;
}

/** What a bank probably writes of a name: `Tan` for Mei and Lucas Tan, `Northside` for Northside Players. */
export function surnameOf(name: string): string {
  const words = name.split(/[\s,&]+/).filter((word) => word && !titles.test(word));
  return words.findLast((word) => !organisation.test(word)) ?? words.at(-1) ?? "";
}

/**
 * The name of someone whom nobody knows yet; empty for words that no name has, such as a link. What a
 * stranger typed goes out to an address that may be another's.
 */
export function plainName(name: string): string {
  const line = name.replace(/\s+/g, " ").trim();
  return /^[\p{L}\p{M}](?:[\p{L}\p{M}'’&,-]|\.(?= |$)| ){0,59}$/u.test(line) ? line : "";
}
