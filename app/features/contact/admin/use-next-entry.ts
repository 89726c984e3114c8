import { useState } from "react";
import { entryAfter, type InboxEntry } from "./entry.ts";

/**
 * The id of the entry to read after the open one; empty for the list. It is remembered, since a message
 * that was just answered may have left the list already.
 */
export function useNextEntry(entries: readonly InboxEntry[], open: string | undefined): string {
  const [kept, keep] = useState({ open, next: "" });
  if (open === undefined) return "";
  const isListed = entries.some(({ id }) => id === open);
  const next = entryAfter(entries, open)?.id ?? "";
  if (isListed && (kept.open !== open || kept.next !== next)) keep({ open, next });
  if (isListed) return next;
  return kept.open === open ? kept.next : "";
}
