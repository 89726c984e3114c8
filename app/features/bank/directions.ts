import { plainSigns } from "#app/values/text.ts";

/** How banks mark unsigned amounts as money in or out. */
export type Direction = "in" | "out";

const known = {
  in: /(^| )(cr|credits?|deposits?|in|received|incoming)$|^(c|dep|\+)$/,
  out: /(^| )(dr|db|debits?|withdrawals?|out|sent|outgoing)$|^(d|wdl|-)$/,
};

export const directionWord = (written: string) =>
  plainSigns(written)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}+-]+/gu, " ")
    .trim()
    .slice(0, 60);

/** `said`: the owner's answers for unknown words. */
export function directionOf(
  written: string,
  said: Readonly<Record<string, Direction>> = {},
): Direction | null {
  const word = directionWord(written);
  if (Object.hasOwn(said, word)) return said[word]!;
  return known.in.test(word) ? "in" : known.out.test(word) ? "out" : null;
}
