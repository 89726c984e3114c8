const letter = String.raw`[\u0590-\u065f\u066e-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]`;
const rightToLeft = new RegExp(`${letter}(?:[^\\p{L}]*${letter})*`, "gu");
const pieces = new RegExp(String.raw`${letter}+|\p{N}(?:[\p{N}.,:/-]*\p{N})?|[^]`, "gu");
const mirrored: Readonly<Record<string, string>> = { "(": ")", ")": "(", "[": "]", "]": "[" };

/** Words in drawing order, from left to right; the font orders their letters. */
const visualOrder = (line: string) =>
  line.replace(rightToLeft, (words) =>
    words
      .match(pieces)!
      .toReversed()
      .map((piece) => mirrored[piece] ?? piece)
      .join(""),
  );

export function drawnLines(text: string, fits: (line: string) => boolean): string[] {
  if (text.search(rightToLeft) < 0) return [text];
  return text.split("\n").flatMap((paragraph) => {
    const [first = "", ...words] = paragraph.split(" ");
    const lines = [first];
    for (const word of words) {
      const longer = `${lines.at(-1)} ${word}`;
      if (fits(visualOrder(longer))) lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines.map(visualOrder);
  });
}
