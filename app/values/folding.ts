/** Letters that Unicode does not take apart into a letter and its mark, and a sigma at a word's end. */
export const plainLetters: Readonly<Record<string, string>> = {
  æ: "ae",
  ɓ: "b",
  đ: "d",
  ð: "d",
  ɖ: "d",
  ɗ: "d",
  ə: "a",
  ɛ: "e",
  ƒ: "f",
  ħ: "h",
  ı: "i",
  ĸ: "k",
  ƙ: "k",
  ł: "l",
  ŋ: "n",
  ø: "o",
  ɔ: "o",
  œ: "oe",
  ß: "ss",
  ŧ: "t",
  þ: "th",
  ƴ: "y",
  ς: "σ",
};

const apostrophes = /['`´‘’‚‛′＇\u02b9-\u02bf\u02c8\ua78c]/g;
const hyphens = /[\p{Pd}\u2212\u00ad]/gu;

export const withoutApostrophes = (text: string) => text.replace(apostrophes, "");

/** Lower-case letters without their marks: `łukasiewicz` and `ŁUKASIEWICZ` are both `lukasiewicz`. */
export function foldLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => plainLetters[letter] ?? letter);
}

/** By which a name is found however it is written: `oneil` for O'Neil, `smithjones` for Smith-Jones. */
export function fold(text: string): string {
  return foldLetters(withoutApostrophes(text).replace(hyphens, ""));
}
