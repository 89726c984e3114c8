import type { FormEvent, ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import { useAccess } from "./admin/access.tsx";
import { Dialog, DialogButton } from "./dialog.tsx";

type ConfirmedActionProps = {
  id: string;
  label: string;
  /** Completes the label for screen readers. */
  describes?: string;
  className: string;
  question: string;
  children: ReactNode;
  /** On the button that does it. */
  yes: string;
  loading?: string;
  done?: string;
  action?: string;
  failure?: string;
  values: Readonly<Record<string, string | number>>;
  /** Another way to do it: its button, before the first, sends this form field. */
  otherwise?: { label: string; name: string; value: string };
};

/** The focus starts at Cancel, so that Enter alone does nothing. */
export function ConfirmedAction({
  id,
  label,
  describes,
  className,
  question,
  children,
  yes,
  loading,
  done,
  action,
  failure,
  values,
  otherwise,
}: ConfirmedActionProps) {
  const isSending = useNavigation().state !== "idle";
  if (!useAccess().mayChange) return null;
  return (
    <>
      <DialogButton opens={id} className={className}>
        {label}
        {describes && <span className="sr-only"> {describes}</span>}
      </DialogButton>
      <Dialog
        id={id}
        label={question}
        className="m-auto w-[min(34rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6 text-left"
      >
        <h2 className="display-3">{question}</h2>
        <div className="mt-3 flex flex-col gap-2 wrap-anywhere">{children}</div>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <button type="button" command="close" commandfor={id} className="button quiet">
            Cancel
          </button>
          <Form
            method="post"
            action={action}
            data-loading={loading}
            data-failure={failure}
            onSubmit={closeDialog}
            className="flex flex-wrap justify-end gap-3"
          >
            {Object.entries(values).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            {otherwise && (
              <button
                type="submit"
                name={otherwise.name}
                value={otherwise.value}
                disabled={isSending}
                className="button quiet"
              >
                {otherwise.label}
              </button>
            )}
            <button
              type="submit"
              disabled={isSending}
              data-loading={loading}
              data-done={done}
              className="button"
            >
              {yes}
            </button>
          </Form>
        </div>
      </Dialog>
    </>
  );
}

// The page shows the result.
function closeDialog({ currentTarget }: FormEvent<HTMLFormElement>) {
  currentTarget.closest("dialog")?.close();
}
