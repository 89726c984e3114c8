import { href } from "react-router";
import type { ContactMessage } from "#app/features/contact/model.ts";
import type { MessageState } from "#app/server/database/enums.ts";
import { cutCharacters } from "#app/values/text.ts";

/** A message, or an AMEB enquiry that looks like spam. */
export type InboxEntry = {
  id: string;
  of: "message" | "booking";
  name: string;
  kind: string;
  line: string;
  at: Date;
  /** Null for suspected spam. */
  state: MessageState | null;
};

// Fills two lines on a wide screen.
const lineLength = 240;

/** Omits the labels that the stored text of an event enquiry begins with. */
export function writtenText({ message, event }: Pick<ContactMessage, "message" | "event">): string {
  return event?.eventDescription || message;
}

export function messageEntry(message: ContactMessage): InboxEntry {
  const text = writtenText(message).replace(/\s+/g, " ").trim();
  return {
    id: message.id,
    of: "message",
    name: message.name,
    kind: message.event ? "Live piano" : "Message",
    line: cutCharacters(text, lineLength),
    at: message.createdAt,
    state: message.spamReason ? null : message.state,
  };
}

/** The entry to read once this one has left the list. */
export function entryAfter(entries: readonly InboxEntry[], id: string): InboxEntry | undefined {
  const at = entries.findIndex((entry) => entry.id === id);
  return at === -1 ? undefined : (entries[at + 1] ?? entries[at - 1]);
}

/** `search`: the list's query. Without an id: the list's URL. */
export const inboxUrl = (search: string, id?: string) =>
  (id ? href("/admin/inbox/:id", { id }) : href("/admin/inbox")) + search;

/** `next`: the id of the entry to show afterwards; empty for the list. */
export type EntryAction = {
  action: MessageState | "genuine";
  label: string;
  next: string;
  shortcut?: string;
};

/** An entry that leaves the list goes on to the next; one that comes back stays open. */
export function messageActions(
  { id, state, spamReason }: Pick<ContactMessage, "id" | "state" | "spamReason">,
  next: string,
): EntryAction[] {
  if (spamReason) return [{ action: "genuine", label: "Not spam", next: id }];
  const answered = { action: "answered", label: "Mark as answered", next } as const;
  const archived = { action: "archived", label: "Archive", next, shortcut: "e" } as const;
  const reopened = { action: "new", label: "Reopen", next: id } as const;
  if (state === "new") return [answered, archived];
  return state === "answered" ? [reopened, archived] : [reopened];
}
