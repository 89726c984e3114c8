import { foldText } from "./folding.ts";

/** Somebody of whom there is a record. */
export type KnownClient = { name: string; email: string };

export const addressed = ({ name, email }: KnownClient) => `${name} <${email}>`;

const wordsOf = (text: string) =>
  foldText(text)
    .split(/[\s<>]+/)
    .filter(Boolean);

/** Those who may be meant: each typed word begins one of the name or is part of the email. Nobody for nothing. */
export function clientsMeant<Client extends KnownClient>(
  known: readonly Client[],
  typed: string,
): Client[] {
  const words = wordsOf(typed);
  if (words.length === 0) return [];
  return known.filter(({ name, email }) => {
    const named = wordsOf(name);
    return words.every(
      (word) => named.some((part) => part.startsWith(word)) || foldText(email).includes(word),
    );
  });
}
