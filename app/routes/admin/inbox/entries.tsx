import { Link, href, useFetcher, useLocation, useNavigate } from "react-router";
import { useAccess } from "#app/ui/admin/access.tsx";
import { useEffect, useRef } from "react";
import { When } from "#app/ui/admin/when.tsx";
import { announce } from "#app/ui/show-answer.ts";
import { isForThePage } from "#app/ui/admin/shortcuts.tsx";
import type { ContactMessage } from "#app/features/contact/model.ts";
import type { MessageState } from "#app/server/database/enums.ts";
import { cutCharacters } from "#app/values/text.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";

const entryClass =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-transparent py-3 lg:border-l-2 " +
  "forced-colors:border-[Canvas] lg:pr-2 lg:pl-3 hover:bg-raised aria-[current]:border-brass aria-[current]:bg-raised";

const entryLinkId = (id: string) => `entry-${id}`;

type EntryListProps = { entries: readonly InboxEntry[]; open: string | undefined; search: string };

export function EntryList({ entries, open, search }: EntryListProps) {
  return (
    <ul aria-label="Messages" data-rows="" className="flex flex-col">
      {entries.map(({ id, name, kind, line, at, state }) => (
        <li key={id} className="border-b border-line">
          <Link
            id={entryLinkId(id)}
            to={inboxUrl(search, id)}
            aria-current={id === open ? "page" : undefined}
            className={entryClass}
          >
            <span className={`wrap-anywhere ${state === "new" ? "font-semibold" : ""}`}>
              {state === "new" && <NewMark />}
              {name}
            </span>
            <span className="whitespace-nowrap text-sm text-soft [&>time]:first-letter:uppercase">
              <When at={at} />
            </span>
            <span className="col-span-2 line-clamp-2 text-base text-soft wrap-anywhere">
              <span className="text-ink">{kind}</span> · {line}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NewMark() {
  return (
    <>
      <span
        aria-hidden="true"
        className="mr-2 inline-block size-2.5 rounded-full bg-brass align-baseline"
      />
      <span className="sr-only">New: </span>
    </>
  );
}

const statusToasts = {
  loading: "Updating status...",
  done: "Status updated successfully!",
  failure: "Failed to update status.",
};

export const messageHeading = "message-heading";
const replyText = "reply-body";
/** Opens a message with the cursor in the reply. */
export const replyHash = "#reply";

const focus = (id: string) => document.getElementById(id)?.focus();

/** Focuses the heading of an opened message, and its entry once it is closed. */
export function useInboxFocus(open: string | undefined): void {
  const shown = useRef(open);
  const { hash } = useLocation();
  useEffect(() => {
    const left = shown.current;
    shown.current = open;
    if (left === open || hash === replyHash) return;
    if (open) focus(messageHeading);
    else if (left) focus(entryLinkId(left));
  }, [open, hash]);
}

/** The keys act only while the focus is inside the element of the returned ref. */
export function useInboxKeys(
  entries: readonly InboxEntry[],
  open: string | undefined,
  search: string,
) {
  const navigate = useNavigate();
  const { submit } = useFetcher();
  const { mayChange, mayOpen } = useAccess();
  const { hash } = useLocation();

  const goTo = (url: string) => void navigate(url);

  const move = (focused: InboxEntry | undefined, step: 1 | -1) => {
    const from = focused?.id ?? open;
    const at = entries.findIndex(({ id }) => id === from);
    const next = entries[at === -1 ? 0 : at + step];
    if (!next) return;
    if (open && !focused) goTo(inboxUrl(search, next.id));
    else focus(entryLinkId(next.id));
  };

  const reply = (id: string) => {
    if (id === open && hash === replyHash) focus(replyText);
    else goTo(inboxUrl(search, id) + replyHash);
  };

  const archive = (id: string) => {
    const next = entryAfter(entries, id)?.id ?? "";
    // The focused entry is about to leave the list.
    if (id !== open) focus(entryLinkId(next));
    const fields = {
      id,
      of: "message",
      action: "archived",
      next: id === open ? next : (open ?? ""),
    };
    announce(statusToasts);
    void submit(fields, { method: "post", action: inboxUrl(search) });
  };

  const onKey = (event: KeyboardEvent) => {
    const { key, target } = event;
    if (!isForThePage(event) || !(target instanceof Element)) return;
    const link = target.closest(`[id^="${entryLinkId("")}"]`);
    const focused = entries.find(({ id }) => entryLinkId(id) === link?.id);
    const chosen = focused ?? entries.find(({ id }) => id === open);
    const genuine = chosen?.state ? chosen.id : undefined;
    const actions: Record<string, (() => void) | false | undefined> = {
      j: () => move(focused, 1),
      k: () => move(focused, -1),
      ArrowDown: focused && (() => move(focused, 1)),
      ArrowUp: focused && (() => move(focused, -1)),
      r: genuine !== undefined && (() => reply(genuine)),
      q:
        genuine !== undefined &&
        mayOpen(href("/admin/quotes/new")) &&
        (() => goTo(`${href("/admin/quotes/new")}?from=${genuine}`)),
      e:
        mayChange &&
        genuine !== undefined &&
        chosen?.state !== "archived" &&
        (() => archive(genuine)),
      u: open !== undefined && (() => goTo(inboxUrl(search))),
    };
    const act = Object.hasOwn(actions, key) && actions[key];
    if (!act) return;
    event.preventDefault();
    act();
  };

  const inbox = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = inbox.current;
    element?.addEventListener("keydown", onKey);
    return () => element?.removeEventListener("keydown", onKey);
  });
  return inbox;
}

/** A message, or an AMEB enquiry that looks like spam. */
export type InboxEntry = {
  id: string;
  of: "message" | "booking";
  name: string;
  kind: string;
  line: string;
  at: Date;
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

export function entryAfter(entries: readonly InboxEntry[], id: string): InboxEntry | undefined {
  const at = entries.findIndex((entry) => entry.id === id);
  return at === -1 ? undefined : (entries[at + 1] ?? entries[at - 1]);
}

/** `search`: the list's query. Without an id: the list's URL. */
export const inboxUrl = (search: string, id?: string) =>
  (id ? href("/admin/inbox/:id", { id }) : href("/admin/inbox")) + search;

/** `next`: the id of the entry to show afterwards; empty for the list. */
type EntryAction = {
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

const buttonClass = "button quiet px-3! max-lg:min-h-11! sm:px-4!";

const textClass = "link min-h-11 min-w-11 cursor-pointer disabled:cursor-default";

type EntryActionsProps = {
  id: string;
  of: "message" | "booking";
  to: string;
  actions: readonly EntryAction[];
};

/** `to`: the inbox with the list's query, so that the list stays as it is. */
export function EntryActions({ id, of, to, actions }: EntryActionsProps) {
  const { Form, data, state } = useFetcher<FormState>();
  return (
    <>
      {actions.map(({ action, label, next, shortcut }) => (
        <Form
          key={action}
          method="post"
          action={to}
          data-loading={statusToasts.loading}
          data-done={statusToasts.done}
          data-failure={statusToasts.failure}
        >
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="of" value={of} />
          <input type="hidden" name="next" value={next} />
          <button
            type="submit"
            name="action"
            value={action}
            aria-keyshortcuts={shortcut}
            className={action === "genuine" ? buttonClass : textClass}
            disabled={state !== "idle"}
          >
            {label}
          </button>
        </Form>
      ))}
      {data?.message && <FormMessage ok={data.ok}>{data.message}</FormMessage>}
    </>
  );
}
