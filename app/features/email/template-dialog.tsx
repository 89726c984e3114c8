import { type ReactNode, type RefObject, useEffect } from "react";

export function TemplateDialog({
  dialog,
  title,
  listUrl,
  onClose,
  children,
}: {
  dialog: RefObject<HTMLDialogElement | null>;
  title: string;
  /** Where Close leads without scripts. */
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
    <dialog
      ref={dialog}
      open
      aria-label={title}
      onClose={onClose}
      className="z-10 m-auto w-[min(68rem,100vw-2rem)] rounded-sm scroll-pb-20 border border-line bg-surface p-6"
    >
      <div className="mb-4 flex items-center justify-between">
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
