import { type ReactNode, useEffect, useRef } from "react";

export function TemplateDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    // Rendered open for browsers without scripts; with them it becomes modal.
    dialog.current?.removeAttribute("open");
    dialog.current?.showModal();
    dialog.current?.querySelector<HTMLElement>("[name=name]")?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      open
      aria-label={title}
      onClose={onClose}
      className="m-auto w-[min(68rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6"
    >
      <div className="mb-4 flex items-center justify-between">
        <h2 className="display-3">{title}</h2>
        <form method="dialog">
          <button
            type="submit"
            className="flex size-11 cursor-pointer items-center justify-center text-2xl text-soft hover:text-ink"
          >
            <span className="sr-only">Close</span>
            <span aria-hidden="true">×</span>
          </button>
        </form>
      </div>
      {children}
    </dialog>
  );
}
