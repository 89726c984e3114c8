import { useState } from "react";
import { entryAfter, type InboxEntry } from "./entry.ts";

/** Remembers the next id (empty: the list): an answered message may have left the list. */
export function useNextEntry(entries: readonly InboxEntry[], open: string | undefined): string {
  const [kept, keep] = useState({ open, next: "" });
  if (open === undefined) return "";
  const isListed = entries.some(({ id }) => id === open);
  const next = entryAfter(entries, open)?.id ?? "";
  if (isListed && (kept.open !== open || kept.next !== next)) keep({ open, next });
  if (isListed) return next;
  return kept.open === open ? kept.next : "";
}
