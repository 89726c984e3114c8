import { oneLine } from "#app/values/text.ts";
import type { ClientRow, LineNote } from "./model.ts";
import {
  emailIn,
  joinNotes,
  wholeNameIn,
  notesIn,
  phoneIn,
  quotedCell,
  type RowResult,
  type UsedRow,
} from "./rows.server.ts";

export function readClient(row: UsedRow): RowResult<ClientRow> {
  const written = row.first("email") || row.first("otherEmail");
  if (!written) return { skipped: "it has no email address" };
  const email = emailIn(written);
  if (!email) return { unreadable: `${quotedCell(written)} is not an email address` };
  const student = oneLine(
    row
      .all("student")
      .map(({ value }) => value)
      .join(" "),
  );
  const name = wholeNameIn(row) || student || email;
  const notes = [student && student !== name ? `Student: ${student}` : "", notesIn(row)];
  const { line } = row;
  return { row: { line, email, name, phone: phoneIn(row), notes: joinNotes(notes) } };
}

/** Brothers and sisters share the email address of a parent. */
export function mergeClients(rows: readonly ClientRow[]) {
  const people = new Map<string, ClientRow>();
  const skipped: LineNote[] = [];
  for (const row of rows) {
    const known = people.get(row.email);
    if (!known) people.set(row.email, row);
    else {
      const phone = known.phone || row.phone;
      const notes = joinNotes([...known.notes.split("\n"), ...row.notes.split("\n")]);
      people.set(row.email, { ...known, phone, notes });
      skipped.push({
        line: row.line,
        why: `same email as line ${known.line}, so it's added there`,
      });
    }
  }
  return { rows: [...people.values()], skipped };
}
