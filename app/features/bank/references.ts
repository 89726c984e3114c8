import { foldLetters, withoutApostrophes } from "#app/values/folding.ts";

/** Characters that payers put between those of a reference. */
const between = String.raw`[\s\-_./#]*`;

/** Contains every reference that the text names: a faster first check than {@link referenceIn}. */
export const compactText = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/** `INV00012` does not name `INV0001`. `blanks`: extra characters within the reference. */
export function referenceIn(text: string, reference: string): { blanks: number } | null {
  const before = /^\d/.test(reference) ? String.raw`(?<!\d)` : "";
  const pattern = new RegExp(`${before}${[...reference].join(between)}(?!\\d)`, "gi");
  const lengths = [...text.matchAll(pattern)].map(([found]) => found.length - reference.length);
  return lengths.length > 0 ? { blanks: Math.min(...lengths) } : null;
}

/** A surname as a whole word, as banks write it: `OBRIEN`, `DANG`, `SMITH JONES`, `MUELLER`. */
export function surnamePattern(surname: string): RegExp | null {
  const letters = withoutApostrophes(surname.toLowerCase().normalize("NFC"), " ");
  const parts = letters
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map((part) => [...part].map((letter) => umlauts[letter] ?? foldLetters(letter)).join(""));
  const name = parts.filter(Boolean).join(String.raw`[^\p{L}\p{N}]*`);
  return letters.length > 1 && name
    ? new RegExp(`(?<![\\p{L}\\p{N}])${name}(?![\\p{L}\\p{N}])`, "u")
    : null;
}

const umlauts: Readonly<Record<string, string>> = {
  ä: "ae?",
  ö: "oe?",
  ü: "ue?",
  ø: "oe?",
  å: "aa?",
};

/** The text for {@link surnamePattern}, with apostrophes and without them. */
export const foldedLine = (text: string) =>
  [" ", ""].map((instead) => foldLetters(withoutApostrophes(text, instead))).join("\n");
