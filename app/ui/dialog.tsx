import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

declare module "react" {
  interface ButtonHTMLAttributes<T> extends HTMLAttributes<T> {
    /** What the button does to the element named by `commandfor`: the browser's own way to open and close a dialog. */
    command?: "show-modal" | "close";
    commandfor?: string;
  }
}

/** A button that opens the dialog with this id; it works before any script of the application has loaded. */
export function DialogButton({
  opens,
  className,
  children,
}: {
  opens: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <button type="button" command="show-modal" commandfor={opens} className={className}>
      {children}
    </button>
  );
}

type DialogProps = {
  id: string;
  label: string;
  className: string;
  children: ReactNode | ((opened: boolean) => ReactNode);
};

/**
 * A native modal dialog: the browser keeps the focus in, closes it on Escape and returns the focus.
 * It closes when the page changes. Children given as a function learn whether it has been opened,
 * so that what they bring is asked for only then.
 */
export function Dialog({ id, label, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(false);
  const { key } = useLocation();

  const shownOn = useRef(key);
  useEffect(() => {
    if (shownOn.current !== key) dialog.current?.close();
    // It may have been opened before this code arrived.
    else if (dialog.current?.open) setOpened(true);
    shownOn.current = key;
  }, [key]);
  useEffect(() => {
    const element = dialog.current;
    const noteOpening = () => element?.open && setOpened(true);
    element?.addEventListener("toggle", noteOpening);
    return () => element?.removeEventListener("toggle", noteOpening);
  }, []);

  return (
    <dialog ref={dialog} id={id} aria-label={label} closedby="any" className={className}>
      {typeof children === "function" ? children(opened) : children}
    </dialog>
  );
}

export function CloseButton({ closes, children }: { closes: string; children: ReactNode }) {
  return (
    <button
      type="button"
      command="close"
      commandfor={closes}
      className="flex size-11 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink"
    >
      {children}
    </button>
  );
}
