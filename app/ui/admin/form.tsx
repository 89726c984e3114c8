import { type ComponentProps, useEffect, useRef, useState } from "react";
import { useBlocker, useNavigation } from "react-router";
import type * as z from "zod/mini";
import type { FormState } from "#app/server/http/forms.server.ts";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";

/** `posted`: the answer to this form. `prefix`: of its fields' ids, where another form has the same. */
export function usePostedForm(schema: z.ZodMiniType, posted: FormState | undefined, prefix = "") {
  const { errors, handlers } = useFormErrors(schema, posted?.errors);
  const values = posted?.ok === false ? posted.values : undefined;
  return {
    form: { method: "post", preventScrollReset: true, ...handlers } as const,
    values,
    errors,
    // Only the server's errors; the browser's are shown beside their fields.
    summary: <ErrorSummary errors={posted?.errors ? errors : {}} prefix={prefix} />,
    field: (name: string, initial = "") => ({
      name,
      id: `${prefix}${name}`,
      error: errors[name],
      defaultValue: values?.[name] ?? initial,
    }),
  };
}

/** `loading`: of the toast. `busy`: in place of the label while any form of the page is sent. */
type SubmitButtonProps = ComponentProps<"button"> & {
  loading?: string;
  done?: string;
  busy?: string;
};

/** Disabled while any form of the page is being sent. */
export function SubmitButton({
  loading,
  done,
  busy,
  className = "button",
  children,
  ...button
}: SubmitButtonProps) {
  const { state, formMethod } = useNavigation();
  return (
    <button
      type="submit"
      data-loading={loading}
      data-done={done}
      disabled={state !== "idle"}
      className={className}
      {...button}
    >
      {busy && formMethod === "POST" ? busy : children}
    </button>
  );
}

/** Asks before a page with something unsaved is left; without `isDirty`, what was typed in the form around it. */
export function LeaveGuard({ isDirty: given }: { isDirty?: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState(false);
  const isDirty = given ?? typed;
  useEffect(() => {
    const form = dialog.current!.closest("form");
    form?.addEventListener("input", () => setTyped(true), { once: true });
  }, []);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isDirty]);
  useEffect(() => {
    if (blocker.state === "blocked") dialog.current?.showModal();
    else dialog.current?.close();
  }, [blocker.state]);
  return (
    <dialog
      ref={dialog}
      aria-label="Leave without saving?"
      className="m-auto w-[min(30rem,100vw-2rem)] rounded-sm border border-line bg-surface p-6"
      onClose={() => blocker.state === "blocked" && blocker.reset()}
    >
      <h2 className="display-3">Leave without saving?</h2>
      <p className="mt-3">What you changed on this page isn't saved yet.</p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button type="button" className="button" onClick={() => blocker.reset?.()}>
          Stay here
        </button>
        <button type="button" className="button quiet" onClick={() => blocker.proceed?.()}>
          Leave
        </button>
      </div>
    </dialog>
  );
}
