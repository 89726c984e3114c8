import { href } from "react-router";
import type { ContactMessage } from "#app/features/contact/model.ts";
import type { MessageState } from "#app/server/database/enums.ts";
import { cutCharacters } from "#app/values/text.ts";

/** A line of the inbox: a message, or an AMEB enquiry that looks like spam. */
export type InboxEntry = {
  id: string;
  of: "message" | "booking";
  name: string;
  kind: string;
  /** How it begins. */
  line: string;
  at: Date;
  /** Null while it looks like spam. */
  state: MessageState | null;
};

// A wide screen shows two lines of it.
const lineLength = 240;

/** What the enquirer wrote; the stored text of an event enquiry begins with its labels. */
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

/** The entry to read after this one has left the list: the next, or the one before the last. */
export function entryAfter(entries: readonly InboxEntry[], id: string): InboxEntry | undefined {
  const at = entries.findIndex((entry) => entry.id === id);
  return at === -1 ? undefined : (entries[at + 1] ?? entries[at - 1]);
}

/** The address of an entry, or of the list without one; `search` is the list's query. */
export const inboxUrl = (search: string, id?: string) =>
  (id ? href("/admin/inbox/:id", { id }) : href("/admin/inbox")) + search;

/** A change of an entry's state, and the entry to show after it; empty for the list. */
export type EntryAction = {
  action: MessageState | "genuine";
  label: string;
  next: string;
  shortcut?: string;
};

/** What leaves the list moves on to the next; what comes back to it stays open. */
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
