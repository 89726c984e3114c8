import { cutCharacters, oneLine } from "#app/values/text.ts";
import type { LineNote, MemberState, SubscriberRow } from "./model.ts";
import { emailIn, quotedCell, type RowResult, type UsedRow } from "./rows.server.ts";

type FoundSubscriber = Omit<SubscriberRow, "state"> & { state: MemberState | null };

/** `file`: its name; empty if it says nothing about who is in it. */
export function readSubscriber(
  row: UsedRow,
  file: string,
  said: MemberState | undefined,
): RowResult<FoundSubscriber> {
  if (/^nonsubscribed/i.test(file)) return { skipped: "never subscribed" };
  const written = row.first("email");
  if (!written) return { skipped: "it has no email address" };
  const email = emailIn(written);
  if (!email) return { unreadable: `${quotedCell(written)} is not an email address` };
  const status = row.first("status");
  if (/pending|non.?subscribed|never|transactional/i.test(status))
    return { skipped: "not subscribed" };
  const [asked, confirmed, left] = ["asked", "confirmed", "left"].map((use) =>
    timeIn(row.first(use)),
  );
  const state = row.first("left")
    ? "unsubscribed"
    : (stateIn(file) ?? stateIn(status) ?? said ?? null);
  const found = { line: row.line, email, state, asked: asked!, confirmed: confirmed!, left: left! };
  // Of those who left only the address is kept, so that nobody writes to it.
  const names =
    state === "unsubscribed" ? ["", ""] : [row.first("firstName"), row.first("lastName")];
  const [firstName, lastName] = names.map((name) => cutCharacters(oneLine(name), 100));
  return { row: { ...found, firstName: firstName!, lastName: lastName! } };
}

function stateIn(text: string): MemberState | null {
  if (/unsubscribed|cleaned|bounced|archived|opted.?out/i.test(text)) return "unsubscribed";
  return /subscribed|active/i.test(text) ? "subscribed" : null;
}

/** Mailchimp writes UTC. */
function timeIn(cell: string): Date | null {
  const [, day, time] = /^(\d{4}[-/]\d\d[-/]\d\d)[ T](\d\d:\d\d(?::\d\d)?)/.exec(cell) ?? [];
  const instant = new Date(`${day?.replaceAll("/", "-")}T${time}Z`);
  return Number.isNaN(instant.getTime()) ? null : instant;
}

/** An address that left one list is on none. `unsaid`: for some the file doesn't say. */
export function mergeSubscribers(rows: readonly FoundSubscriber[]) {
  const people = new Map<string, SubscriberRow>();
  const skipped: LineNote[] = [];
  let unsaid = false;
  for (const row of rows) {
    const { state } = row;
    if (!state) {
      unsaid = true;
      continue;
    }
    const known = people.get(row.email);
    if (known) skipped.push({ line: row.line, why: "this email is in it twice" });
    if (!known || (known.state === "subscribed" && state === "unsubscribed"))
      people.set(row.email, { ...row, state });
  }
  return { rows: [...people.values()], skipped, unsaid };
}
