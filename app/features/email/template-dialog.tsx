import { type ReactNode, type RefObject, useEffect } from "react";
import { X } from "#app/ui/icons.gen.tsx";
import { closeClass, dialogClass, dialogHeadClass } from "./compose-dialog.tsx";

export function TemplateDialog({
  dialog,
  title,
  listUrl,
  onClose,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** For Close without scripts. */
  listUrl: string;
  onClose: () => void;
  children: ReactNode;
}) {
  useEffect(() => {
    // Rendered open for browsers without scripts; with them it becomes modal.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[name=name]")?.focus();
  }, [dialog]);
  const [path, search] = listUrl.split("?");
  return (
    <dialog ref={dialog} open aria-label={title} onClose={onClose} className={dialogClass}>
      <div className={dialogHeadClass}>
        <h2 className="display-3">{title}</h2>
        <form
          method="get"
          action={path}
          onSubmit={(event) => {
            event.preventDefault();
            dialog.current?.close();
          }}
        >
          {[...new URLSearchParams(search)].map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <button type="submit" className={closeClass}>
            <X />
            <span className="sr-only">Close</span>
          </button>
        </form>
      </div>
      {children}
    </dialog>
  );
}
