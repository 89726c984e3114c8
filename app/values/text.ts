/*
 * Text from outside, in the one form in which it is kept and shown. Small enough for the browser,
 * so that a form counts there what the server counts.
 */

const lineBreak = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const control = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
/** A half of a character; what is cut inside an emoji leaves one, and `jsonb` refuses it. */
const half = /\p{Cs}/gu;

/** The flags of England, Scotland and Wales are spelt in invisible characters: those stay. */
const invisible =
  /(\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,8}\u{e007f})|[\ufff9-\ufffb]|(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0100}-\u{e01ef}])\p{Default_Ignorable_Code_Point}/gu;
/**
 * Joiners belong between characters, as in Persian names, and inside emoji; variants after what has
 * some. Elsewhere they only hide.
 */
const strayJoiner =
  /((?:\p{Emoji}[\ufe0e\ufe0f]|\p{Script=Han}[\u{e0100}-\u{e01ef}]|(?!\ufe0e|\ufe0f|[\u{e0100}-\u{e01ef}])[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200c\u200d](?=[\p{L}\p{M}\p{Extended_Pictographic}])|\p{Emoji}[\ufe0e\ufe0f]|\p{Script=Han}[\u{e0100}-\u{e01ef}])|\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0100}-\u{e01ef}]/gu;

/**
 * Whole characters only, without control characters, direction overrides and what nobody can see;
 * every kind of line break is `\n`. Cleaning twice is cleaning once.
 */
export function cleanText(written: string): string {
  const visible = written
    .replace(lineBreak, "\n")
    .replace(control, "")
    .replace(half, "\ufffd")
    .replace(invisible, "$1")
    .replace(/\u2800/g, " ");
  // Taking one away may leave the next without its character.
  const settled = visible.replace(strayJoiner, "$1");
  return settled === visible ? settled : cleanText(settled);
}

/** The text on one line, without blanks at its ends. */
export function oneLine(written: string): string {
  return written.replace(/\s*[\n\t]\s*/g, " ").trim();
}

/** Characters as a person counts them: an emoji is one, not two. */
export function countCharacters(written: string): number {
  return Array.from(written).length;
}

/** How many characters there are to see; none where there are only marks and blanks. */
export function countVisible(written: string): number {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(written)) return 0;
  return countCharacters(written.replace(/\p{Default_Ignorable_Code_Point}/gu, ""));
}

/** The first `most` characters, none of them cut in two. */
export function cutCharacters(written: string, most: number): string {
  if (written.length <= most) return written;
  return Array.from(written.slice(0, most * 2))
    .slice(0, most)
    .join("");
}
