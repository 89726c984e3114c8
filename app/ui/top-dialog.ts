import { useEffect, useState } from "react";

/** Of several open dialogs, the one that was opened last. */
export function useTopDialog(): HTMLDialogElement | null {
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
