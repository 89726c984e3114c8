export function aheadInWords(count: number): string {
  if (count === 0) return "nothing ahead";
  return count === 1 ? "one busy time ahead" : `${count} busy times ahead`;
}
