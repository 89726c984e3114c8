import { useEffect, useRef } from "react";
import { href, useFetcher, useLocation, useNavigate } from "react-router";
import { isForThePage } from "#app/ui/admin/single-keys.ts";
import { entryAfter, type InboxEntry, inboxUrl } from "./entry.ts";
import { entryLinkId } from "./entry-list.tsx";

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
      q: genuine !== undefined && (() => goTo(`${href("/admin/quotes/new")}?from=${genuine}`)),
      e: genuine !== undefined && chosen?.state !== "archived" && (() => archive(genuine)),
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
