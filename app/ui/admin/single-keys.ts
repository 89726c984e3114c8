import { useSyncExternalStore } from "react";

/* Single keys can be turned off, for people who use speech input (WCAG 2.2, 2.1.4). */

const stored = "admin-single-keys";
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
};

export const areSingleKeysOn = () => localStorage.getItem(stored) !== "off";

export function useSingleKeys(): [areOn: boolean, turn: (on: boolean) => void] {
  const areOn = useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
  const turn = (on: boolean) => {
    if (on) localStorage.removeItem(stored);
    else localStorage.setItem(stored, "off");
    for (const listener of listeners) listener();
  };
  return [areOn, turn];
}

/** False for keys in a field or dialog, and for the browser's shortcuts. */
export function isForThePage({
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
  target,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey) return false;
  if (!(target instanceof Element)) return true;
  const isTyping =
    target.matches("input, textarea, select") ||
    (target instanceof HTMLElement && target.isContentEditable);
  return !isTyping && !target.closest("dialog");
}
