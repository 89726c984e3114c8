import { diffWords } from "diff";

export type DiffPart = { kind: "same" | "removed" | "added"; text: string };

/** Other programs may send texts of any length; past this they are shown whole, side by side. */
const mostEdits = 2_000;

export function wordsDiff(before: string, after: string): DiffPart[] {
  const found = diffWords(before, after, { maxEditLength: mostEdits });
  const parts = found
    ? found.map(({ value, added, removed }): DiffPart => ({
        kind: added ? "added" : removed ? "removed" : "same",
        text: value,
      }))
    : wholeDiff(before, after);
  return parts.map((part, index) =>
    part.kind === "same"
      ? { ...part, text: shortened(part.text, index === 0, index === parts.length - 1) }
      : part,
  );
}

/** For values such as prices, where a partial difference means nothing. */
export function wholeDiff(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = [
    { kind: "removed", text: before },
    { kind: "added", text: after },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** Unchanged characters shown on each side of a change. */
const context = 48;

function shortened(text: string, isFirst: boolean, isLast: boolean): string {
  const sides = (isFirst ? 0 : 1) + (isLast ? 0 : 1);
  if (sides === 0 || text.length <= (sides + 0.5) * context) return text;
  const head = isFirst ? "" : `${untilWord(text)} `;
  const tail = isLast ? "" : ` ${fromWord(text)}`;
  return `${head}…${tail}`;
}

const untilWord = (text: string) => text.slice(0, context).replace(/\s\S*$/, "");
const fromWord = (text: string) => text.slice(-context).replace(/^\S*\s/, "");
