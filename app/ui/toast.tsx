import { useEffect, useRef, useSyncExternalStore, useState } from "react";
import { createPortal } from "react-dom";

/* Screen readers announce toasts only in live regions that exist before the first toast. */

type Kind = "loading" | "success" | "info" | "error";
export type ToastAction = { label: string; run: () => void };
/** `asks`: a question, which stays until it is answered or dismissed. */
type Toast = {
  id: number;
  kind: Kind;
  title: string;
  detail?: string | undefined;
  action?: ToastAction | undefined;
  asks?: boolean;
};

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function show(toast: Omit<Toast, "id"> & { id?: number | undefined }): number {
  const id = toast.id ?? ++lastId;
  const shown = { ...toast, id };
  set(
    toasts.some((other) => other.id === id)
      ? toasts.map((other) => (other.id === id ? shown : other))
      : [...latestOf(toasts), shown],
  );
  return id;
}

/** Keeps two, and so three with a new one: more would cover a phone. Questions and errors stay. */
function latestOf(shown: readonly Toast[]): readonly Toast[] {
  const passing = shown.filter(
    ({ kind, asks }) => (kind === "success" || kind === "info") && !asks,
  );
  const leaving = new Set(passing.slice(0, -2));
  return shown.filter((each) => !leaving.has(each));
}

/** Replaces the toast with `id`, if given. Returns the id. */
export const toast = {
  loading: (title: string, id?: number) => show({ kind: "loading", title, id }),
  success: (title: string, detail?: string, id?: number, action?: ToastAction) =>
    show({ kind: "success", title, detail, id, action }),
  info: (title: string, detail?: string, id?: number) => show({ kind: "info", title, detail, id }),
  error: (title: string, detail?: string, id?: number) =>
    show({ kind: "error", title, detail, id }),
  ask: (title: string, action: ToastAction) => show({ kind: "info", title, action, asks: true }),
  dismiss: (id: number) => set(toasts.filter((other) => other.id !== id)),
};

const none: readonly Toast[] = [];
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function Toasts() {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => none,
  );
  const dialog = useTopDialog();
  return (
    <>
      <ToastHost toasts={dialog ? none : shown} />
      {dialog && createPortal(<ToastHost toasts={shown} />, dialog)}
    </>
  );
}

/** Rendered inside a modal dialog: all outside is inert, even popovers (HTML standard, "blocked by a modal dialog"). */
function ToastHost({ toasts: shown }: { toasts: readonly Toast[] }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => host.current?.showPopover?.(), []);
  const polite = shown.filter((item) => item.kind !== "error");
  const urgent = shown.filter((item) => item.kind === "error");
  return (
    <div ref={host} popover="manual" data-toasts="" className={hostClass}>
      <div role="status" className="contents">
        {polite.map((item) => (
          <ToastCard key={item.id} toast={item} />
        ))}
      </div>
      <div role="alert" className="contents">
        {urgent.map((item) => (
          <ToastCard key={item.id} toast={item} />
        ))}
      </div>
    </div>
  );
}

const hostClass =
  "no-print pointer-events-none fixed inset-x-4 top-auto bottom-4 z-50 " +
  "m-0 flex h-auto w-auto flex-col items-end gap-3 overflow-visible border-0 bg-transparent p-0 text-ink " +
  "sm:left-auto sm:w-96";

const card =
  "pointer-events-auto flex w-full items-start gap-3 rounded-sm border border-line border-l-4 " +
  "bg-surface p-4 text-base shadow-lg";

const edge: Record<Kind, string> = {
  loading: "border-l-brass",
  success: "border-l-good",
  info: "border-l-accent",
  error: "border-l-danger",
};

function ToastCard({ toast: { id, kind, title, detail, action, asks = false } }: { toast: Toast }) {
  const answer = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Errors stay until dismissed, loading toasts until their outcome is known.
    if (kind === "loading" || kind === "error" || asks) return;
    const timer = setTimeout(() => toast.dismiss(id), action ? 10_000 : 8_000);
    return () => clearTimeout(timer);
  }, [id, kind, asks, action]);
  useEffect(() => {
    if (!asks) return;
    const before = document.activeElement;
    answer.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [asks]);
  return (
    <div className={`${card} ${edge[kind]}`}>
      {kind === "loading" && (
        <span
          aria-hidden="true"
          className="mt-1.5 size-3 shrink-0 animate-pulse rounded-full bg-brass"
        />
      )}
      <div className="min-w-0 grow wrap-anywhere">
        <p className="font-semibold">{title}</p>
        {detail && <p className="text-soft">{detail}</p>}
        {action && (
          <button
            ref={answer}
            type="button"
            className="link min-h-9 cursor-pointer font-semibold"
            onClick={() => {
              toast.dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </button>
        )}
      </div>
      {kind !== "loading" && (
        <button
          type="button"
          className="-m-2 flex size-9 cursor-pointer items-center justify-center text-soft hover:text-ink"
          onClick={() => toast.dismiss(id)}
        >
          <span className="sr-only">Dismiss</span>
          <span aria-hidden="true">×</span>
        </button>
      )}
    </div>
  );
}

/** Of several open dialogs, the one that was opened last. */
function useTopDialog(): HTMLDialogElement | null {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  useEffect(() => {
    const opened = new Set<HTMLDialogElement>();
    const look = () => {
      for (const known of opened) if (!isModal(known)) opened.delete(known);
      for (const found of document.querySelectorAll<HTMLDialogElement>("dialog:modal"))
        opened.add(found);
      setDialog([...opened].at(-1) ?? null);
    };
    look();
    // Neither event bubbles, and removing an open dialog sends none.
    const removal = new MutationObserver(() => opened.size > 0 && look());
    removal.observe(document.body, { childList: true, subtree: true });
    document.addEventListener("toggle", look, true);
    document.addEventListener("close", look, true);
    return () => {
      removal.disconnect();
      document.removeEventListener("toggle", look, true);
      document.removeEventListener("close", look, true);
    };
  }, []);
  return dialog;
}

const isModal = (dialog: HTMLDialogElement) => dialog.isConnected && dialog.matches(":modal");
