import { useSyncExternalStore } from "react";
import { CloseButton, Dialog, DialogButton } from "#app/ui/dialog.tsx";

const shortcutsDialog = "keyboard-shortcuts";

type Shortcut = readonly [keys: readonly string[], does: string];

const groups: readonly { heading: string; shortcuts: readonly Shortcut[] }[] = [
  {
    heading: "In a list",
    shortcuts: [
      [["j", "↓"], "Next"],
      [["k", "↑"], "Previous"],
      [["Enter"], "Open"],
      [["r"], "Reply"],
      [["/"], "Search the list"],
    ],
  },
  {
    heading: "In the Inbox",
    shortcuts: [
      [["e"], "Archive"],
      [["q"], "Create quote"],
      [["u"], "Back to the list"],
    ],
  },
  {
    heading: "Anywhere",
    shortcuts: [
      [["Ctrl K", "⌘K"], "Search clients, quotes, pages"],
      [["g", "t"], "Today"],
      [["g", "i"], "Inbox"],
      [["g", "q"], "Quotes"],
      [["g", "x"], "Exams"],
      [["g", "d"], "Diary"],
      [["g", "m"], "Money"],
      [["?"], "Show these keys"],
    ],
  },
];

export function showShortcuts(): void {
  const dialog = document.getElementById(shortcutsDialog);
  if (dialog instanceof HTMLDialogElement) dialog.showModal();
}

export function ShortcutsButton() {
  return (
    <p className="mt-4 hidden text-base [@media(scripting:enabled)]:lg:block">
      <DialogButton opens={shortcutsDialog} className="link cursor-pointer">
        Keyboard shortcuts
      </DialogButton>
    </p>
  );
}

export const Key = ({ children }: { children: string }) => (
  <kbd className="min-w-6 rounded-sm border border-edge px-1.5 text-center font-sans text-sm">
    {children}
  </kbd>
);

const dialogClass = "m-auto w-[min(26rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6";

export function Shortcuts() {
  const [areOn, turn] = useSingleKeys();
  return (
    <Dialog id={shortcutsDialog} label="Keyboard shortcuts" className={dialogClass}>
      <div className="flex items-center justify-between">
        <h2 className="display-3">Keyboard shortcuts</h2>
        <CloseButton closes={shortcutsDialog}>
          <span className="sr-only">Close</span>
          <span aria-hidden="true">×</span>
        </CloseButton>
      </div>
      {groups.map(({ heading, shortcuts }) => (
        <section key={heading}>
          <h3 className="mt-4 mb-1.5 font-sans text-base font-semibold">{heading}</h3>
          <dl className="grid grid-cols-[7.5rem_1fr] items-baseline gap-y-1.5 text-base">
            {shortcuts.map(([keys, does]) => (
              <div key={does} className="contents">
                <dt className="flex gap-1.5">
                  {keys.map((key) => (
                    <Key key={key}>{key}</Key>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="mt-5 flex min-h-11 cursor-pointer items-center gap-2.5 border-t border-line pt-3 text-base">
        <input
          type="checkbox"
          checked={areOn}
          onChange={({ currentTarget }) => turn(currentTarget.checked)}
          className="size-4 accent-(--accent)"
        />
        Use single keys on this device
      </label>
      <p className="text-base text-soft">They never act while you type.</p>
    </Dialog>
  );
}

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
