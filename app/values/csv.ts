/*
 * Lists as spreadsheets read them: UTF-8 with its mark, so that Excel takes it as such; lines ended
 * as RFC 4180 says; and no cell that a spreadsheet would take for a formula.
 */

export type Cell = string | number | null;

/** A cell that begins like a formula gets an apostrophe in front, which spreadsheets read as 'this is text' (ASVS 1.2.10). */
function harmless(text: string): string {
  return /^[=+\-@\t\r＝＋－＠]/.test(text) ? `'${text}` : text;
}

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = harmless(value);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A whole CSV file. Amounts come as numbers, everything else as text. */
export function toCsv(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}
