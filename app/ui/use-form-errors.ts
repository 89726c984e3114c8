import { type FocusEvent, type FormEvent, useState } from "react";
import type * as z from "zod/mini";
import { check, type FieldErrors, formValues } from "#app/values/rules.ts";

/** Waits for a mouse press to end: what appears or goes must not move the click's target. */
export function afterPress(task: () => void): void {
  if (document.querySelector(":active"))
    addEventListener("mouseup", () => setTimeout(task), { once: true });
  else task();
}

/** `buttonWaits`: the button is disabled while the form is invalid, so only blur shows errors. */
export function useFormErrors(
  schema: z.ZodMiniType,
  fromServer: FieldErrors | undefined,
  { buttonWaits = false } = {},
) {
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
    clearValid(form: HTMLFormElement) {
      const wrong = errorsOf(form);
      if (Object.keys(errors).some((name) => !wrong[name]))
        setErrors(Object.fromEntries(Object.entries(errors).filter(([name]) => wrong[name])));
    },
    handlers: {
      noValidate: true,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const { submitter } = event.nativeEvent as SubmitEvent;
        if (submitter?.hasAttribute("formnovalidate")) return;
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
        // Tabbing through an empty field is no mistake yet; submitting shows it.
        if (!name || (!value && !errors[name] && !buttonWaits)) return;
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
