/** Letters that Unicode doesn't take apart into letter and mark, and a final sigma. */
const plainLetters: Readonly<Record<string, string>> = {
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
// In other scripts marks are vowels and tones, which make it another name.
const marks = new RegExp(
  "[\\u00ad\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1-\\u05c5\\u05c7" +
    "\\u0610-\\u061a\\u0640\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u1ab0-\\u1aff" +
    "\\u1dc0-\\u1dff\\u200b-\\u200d\\u20d0-\\u20f0\\ufe00-\\ufe0f]",
  "g",
);

export const withoutApostrophes = (text: string, instead = "") =>
  text.replace(apostrophes, instead);

/** `lukasiewicz` for `ŁUKASIEWICZ`. */
export function foldLetters(text: string): string {
  return text
    .normalize("NFKD")
    .replace(marks, "")
    .toLowerCase()
    .replace(/[^\p{ASCII}]/gu, (letter) => plainLetters[letter] ?? letter)
    .normalize("NFC");
}

/** Like the database's `fold_text`, which searches use. */
export const foldText = (text: string) => foldLetters(withoutApostrophes(text));
