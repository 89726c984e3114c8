import { read, utils } from "@e965/xlsx";

/** Opens a CSV file as a spreadsheet does, and returns its cells: text, numbers, dates. */
export function readSpreadsheet(csv: string): unknown[][] {
  const book = read(new TextEncoder().encode(csv), { cellDates: true, UTC: true });
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, {
    header: 1,
    UTC: true,
    defval: null,
  });
}
