export type Column<T> = { title: string; of: (row: T) => string | number };

/** Rows as a Markdown table, the first column to the left and figures to the right. */
export function table<T>(columns: readonly Column<T>[], rows: readonly T[]): string {
  const cells = rows.map((row) => columns.map(({ of }) => String(of(row))));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((line) => line[index]!.length)),
  );
  const line = (parts: readonly string[]) => `| ${parts.join(" | ")} |`;
  const padded = (parts: readonly string[]) =>
    line(
      parts.map((part, index) =>
        index === 0 ? part.padEnd(widths[index]!) : part.padStart(widths[index]!),
      ),
    );
  const rule = line(
    widths.map((width, index) => (index === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`)),
  );
  return [padded(columns.map(({ title }) => title)), rule, ...cells.map(padded)].join("\n");
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
