import { foldText } from "./folding.ts";

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
