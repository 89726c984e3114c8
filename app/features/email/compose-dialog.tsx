import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Form, href, useFetcher } from "react-router";
import { X } from "#app/ui/icons.gen.tsx";
import { Composer } from "./composer.tsx";
import type { AboutKind } from "./fields.ts";
import type { EmailDraft } from "./model.ts";

/** Aligns the drawn cross, not the square around it, with the fields' edge. */
export const closeClass = [
  "-mr-3.75 flex size-11 shrink-0 cursor-pointer items-center justify-center rounded-sm",
  "text-soft hover:text-ink",
].join(" ");

export const dialogClass = [
  "z-10 m-auto max-h-[calc(100dvh-2rem)] w-[min(68rem,100vw-2rem)] flex-col overflow-hidden",
  "rounded-sm border border-line bg-surface text-left open:flex",
].join(" ");

export const dialogHeadClass =
  "flex shrink-0 items-center justify-between border-b border-line px-6 py-3";

type ComposeButtonProps = {
  kind: AboutKind;
  id: string;
  className: string;
  shortcut?: string;
  children: ReactNode;
};

export function ComposeButton({ kind, id, className, shortcut, children }: ComposeButtonProps) {
  const [open, setOpen] = useState(false);
  const path = href("/admin/compose/:kind/:id", { kind, id });
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Form method="get" action={path}>
        <button
          type="submit"
          className={className}
          aria-keyshortcuts={shortcut}
          onClick={(event) => {
            event.preventDefault();
            setOpen(true);
          }}
        >
          {children}
        </button>
      </Form>
      {open && <ComposeDialog path={path} onClose={close} />}
    </>
  );
}

function ComposeDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const { data, load } = useFetcher<{ draft: EmailDraft | null }>();
  useEffect(() => {
    dialog.current?.showModal();
    void load(path);
  }, [path, load]);
  // Closing a dialog, unlike removing it, returns the focus to where it was.
  const close = useCallback(() => dialog.current?.close(), []);
  return (
    <dialog ref={dialog} aria-label="Compose Email" onClose={onClose} className={dialogClass}>
      <div className={dialogHeadClass}>
        <h2 className="display-3">Compose Email</h2>
        <button type="button" className={closeClass} onClick={close}>
          <X />
          <span className="sr-only">Close</span>
        </button>
      </div>
      <div className="min-h-0 overflow-y-auto px-6 pt-5">
        {!data && <p role="status">Loading...</p>}
        {data && !data.draft && <p role="alert">This record no longer exists.</p>}
        {data?.draft && <Composer draft={data.draft} onSent={close} focused />}
      </div>
    </dialog>
  );
}
