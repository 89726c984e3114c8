import { countOf, formatCount } from "#app/values/wording.ts";
import type { ImportOutcome } from "./import.server.ts";
import type { LeftOut } from "./statement.server.ts";

const named = 5;

export function leftOutMessage(rows: readonly LeftOut[]): string {
  const parts = rows.slice(0, named).map(({ line, why }) => `line ${line} (${why})`);
  const others = rows.length - parts.length;
  const all = [...parts, ...(others > 0 ? [countOf(others, "more line")] : [])];
  return `Left out: ${new Intl.ListFormat("en-AU").format(all)}.`;
}

export function importedMessage({ total, added }: ImportOutcome): string {
  const known = total - added;
  if (total === 0) return "No money came in on this statement, so there is nothing to import.";
  if (added > 0)
    return [
      `${countOf(added, "new line")}.`,
      known > 0 && `${countOf(known, "line")} had been imported before.`,
    ]
      .filter(Boolean)
      .join(" ");
  return total === 1
    ? "Nothing new: its one line was imported before."
    : `Nothing new: all ${formatCount(total)} lines were imported before.`;
}
