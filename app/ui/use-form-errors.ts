import { type FocusEvent, type FormEvent, useState } from "react";
import type * as z from "zod/mini";
import { check, type FieldErrors, formValues } from "#app/values/rules.ts";

/**
 * Runs a task at once, or after the press in hand and its click: a field is often left by pressing
 * something else, and a message that comes or goes must not move that from under the finger.
 */
function afterPress(task: () => void): void {
  if (document.querySelector(":active"))
    addEventListener("mouseup", () => setTimeout(task), { once: true });
  else task();
}

/**
 * The messages of a form: the server's, until the visitor's own changes are checked by the same
 * schema on leaving a field and before sending. Spread the handlers on the form.
 */
export function useFormErrors(schema: z.ZodMiniType, fromServer: FieldErrors | undefined) {
  const [answered, setAnswered] = useState(fromServer);
  const [errors, setErrors] = useState<FieldErrors>(fromServer ?? {});
  if (answered !== fromServer) {
    setAnswered(fromServer);
    setErrors(fromServer ?? {});
  }

  const errorsOf = (form: HTMLFormElement): FieldErrors => {
    const checked = check(schema, formValues(new FormData(form)));
    return checked.ok ? {} : checked.errors;
  };
  return {
    errors,
    handlers: {
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const form = event.currentTarget;
        const found = errorsOf(form);
        setErrors(found);
        const [first] = Object.keys(found);
        if (!first) return;
        event.preventDefault();
        form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      },
      onBlur({ target, currentTarget }: FocusEvent<HTMLFormElement>) {
        const { name, value } = target as unknown as HTMLInputElement;
        // Passing through an empty field is not a mistake yet.
        if (!name || (!value && !errors[name])) return;
        afterPress(() =>
          setErrors(({ [name]: _previous, ...others }) => {
            const message = errorsOf(currentTarget)[name];
            return message ? { ...others, [name]: message } : others;
          }),
        );
      },
    },
  };
}
