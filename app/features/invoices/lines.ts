import type { InvoiceLine } from "#app/server/database/tables.server.ts";

/** The lines of a document as far as they can be shown; other programs may have written anything. */
export function readableLines(lines: unknown): InvoiceLine[] {
  if (!Array.isArray(lines)) return [];
  return lines
    .filter((line): line is Record<string, unknown> => typeof line === "object" && line !== null)
    .map(({ text, amount }) => ({
      text: typeof text === "string" ? text : "",
      amount: Number.isSafeInteger(amount) ? (amount as number) : Number.NaN,
    }));
}
