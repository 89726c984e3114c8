import { type Cents, formatMoney } from "#app/values/money.ts";

type Agreed = { lines: readonly { text: string; amount: Cents }[]; total: Cents };

export function agreedSentence({ lines, total }: Agreed): string {
  const each = lines.map(({ text, amount }) => `${text}: ${formatMoney(amount)}`);
  const agreed = `Agreed in all: ${formatMoney(total)}`;
  return lines.length > 1 ? `${agreed} (${each.join("; ")}).` : `${agreed}.`;
}

/** Parses {@link agreedSentence} into rows, the total last; null for other text. */
export function agreedRows(note: string): [text: string, amount: string][] | null {
  const sentence = /^(Agreed in all: A\$[\d,.]+\d)(?: \((.+)\))?\.$/.exec(note);
  if (!sentence) return null;
  const [, total = "", lines] = sentence;
  const each = lines?.split(/(?<=: -?A\$[\d,]+\.\d\d); /) ?? [];
  const rows = [...each, total].map((row) => /^(.+): (-?A\$[\d,.]+)$/.exec(row));
  return rows.every((row) => row !== null) ? rows.map((row) => [row[1]!, row[2]!]) : null;
}
