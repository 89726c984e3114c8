import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";

declare module "react" {
  interface ButtonHTMLAttributes<T> extends HTMLAttributes<T> {
    /** Opens or closes the `commandfor` dialog, without scripts. */
    command?: "show-modal" | "close";
    commandfor?: string;
  }
}

type DialogButtonProps = { opens: string; className: string; children: ReactNode };

export function DialogButton({ opens, className, children }: DialogButtonProps) {
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

/** Children as a function learn whether it has been opened, to load content only then. */
export function Dialog({ id, label, className, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [opened, setOpened] = useState(false);
  const { key } = useLocation();

  const shownOn = useRef(key);
  useEffect(() => {
    if (shownOn.current !== key) dialog.current?.close();
    // It may have been opened before hydration.
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
