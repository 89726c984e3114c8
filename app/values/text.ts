const lineBreak = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
/** Such as half of an emoji: `jsonb` refuses it. */
const halfCharacter = /\p{Cs}/gu;

const joiner = String.raw`[\u200c\u200d]`;
const variantSelector = String.raw`[\ufe0e\ufe0f\u{e0100}-\u{e01ef}]`;
/** The flags of England, Scotland and Wales are spelt in invisible characters. */
const flag = String.raw`\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,8}\u{e007f}`;
const otherInvisible = String.raw`(?!${joiner}|${variantSelector})\p{Default_Ignorable_Code_Point}`;
const invisible = new RegExp(`(${flag})|[\\ufff9-\\ufffb]|${otherInvisible}`, "gu");

const variant = String.raw`\p{Emoji}[\ufe0e\ufe0f]|\p{Script=Han}[\u{e0100}-\u{e01ef}]`;
const joinable = String.raw`[\p{L}\p{M}\p{Extended_Pictographic}]`;
const joined = String.raw`(?!${variantSelector})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]`;
/** Joiners belong between letters, as in Persian names, and within emoji. */
const joining = `(?:${variant}|${joined})${joiner}(?=${joinable})`;
const strayJoiner = new RegExp(`(${joining}|${variant})|${joiner}|${variantSelector}`, "gu");

/** Removes control characters, direction overrides and invisible ones; line breaks become `\n`. */
export function cleanText(written: string): string {
  const visible = written
    .replace(lineBreak, "\n")
    .replace(control, "")
    .replace(halfCharacter, "\ufffd")
    .replace(invisible, "$1")
    .replace(/\u2800/g, " ");
  // Removing one joiner may make the next one stray.
  const settled = visible.replace(strayJoiner, "$1");
  return settled === visible ? settled : cleanText(settled);
}

export function oneLine(written: string): string {
  // Linear; a pattern with blanks before the break takes quadratic time.
  const parts = written.split(/[\n\t]/).map((part) => part.trim());
  return parts.filter(Boolean).join(" ");
}

export const isSameEmail = (one: string, other: string) =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Turns every blank into a space and every dash into a hyphen, for copied figures. */
export function plainSigns(written: string): string {
  return written
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/\s/g, " ")
    .replace(/[\p{Pd}\u2043\u2212]/gu, "-");
}

/** Code points: an emoji counts as one. */
export function countCharacters(written: string): number {
  return Array.from(written).length;
}

/** Zero for text of only combining marks and spaces. */
export function countVisible(written: string): number {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(written)) return 0;
  return countCharacters(written.replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
}

export function cutCharacters(written: string, max: number): string {
  if (written.length <= max) return written;
  return Array.from(written.slice(0, max * 2))
    .slice(0, max)
    .join("");
}

/** `INV-0010`, `CN-0003`: a line would break at the hyphen. */
export const hyphenedNumber = String.raw`\b[A-Z\d]{1,7}[A-Z]-\d{3,10}\b`;

export const noUuid = "00000000-0000-0000-0000-000000000000";

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** Not every server carries other characters before the @ (RFC 6531); readers may decode `=?`. */
export const canBeRepliedTo = (address: string): boolean =>
  /^[\x21-\x7e]+@/.test(address) && !address.includes("=?");
