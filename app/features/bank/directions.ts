import { plainSigns } from "#app/values/text.ts";

/** Where a bank writes it beside an amount without a sign: whether the money came in. */
export type Direction = "in" | "out";

const known = {
  in: /(^| )(cr|credits?|deposits?|in|received|incoming)$|^(c|dep|\+)$/,
  out: /(^| )(dr|db|debits?|withdrawals?|out|sent|outgoing)$|^(d|wdl|-)$/,
};

/** As what is said about it is kept. */
export const directionWord = (written: string) =>
  plainSigns(written)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+-]+/gu, " ")
    .trim()
    .slice(0, 60);

/** `said`: what the owner has said about words that are not known. */
export function directionOf(
  written: string,
  said: Readonly<Record<string, Direction>> = {},
): Direction | null {
  const word = directionWord(written);
  if (Object.hasOwn(said, word)) return said[word]!;
  return known.in.test(word) ? "in" : known.out.test(word) ? "out" : null;
}
