import type { ComponentProps } from "react";
import { useNavigation } from "react-router";
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
