/** Blanks and signs that payers put between the characters of a reference. */
const between = String.raw`[\s\-_./#]*`;

/** What every reference that a text names is a part of: quicker to ask than {@link referenceIn}. */
export const compactText = (text: string) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");

/**
 * How a bank line names a reference, whatever its case and blanks; null when it does not. `INV0001`
 * is not named by `INV00012`. `blanks`: how many characters stand within it.
 */
export function referenceIn(text: string, reference: string): { blanks: number } | null {
  const before = /^\d/.test(reference) ? String.raw`(?<!\d)` : "";
  const pattern = new RegExp(`${before}${[...reference].join(between)}(?!\\d)`, "gi");
  const lengths = [...text.matchAll(pattern)].map(([found]) => found.length - reference.length);
  return lengths.length > 0 ? { blanks: Math.min(...lengths) } : null;
}

const plain = (text: string) =>
  ` ${text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()} `;

/** Whether a bank line contains a surname as a word of its own. */
export function hasSurname(text: string, surname: string): boolean {
  const wanted = plain(surname);
  return wanted.trim().length > 1 && plain(text).includes(wanted);
}
