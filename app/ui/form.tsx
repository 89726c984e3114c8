import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useState,
} from "react";
import type * as z from "zod/mini";
import { check, type FieldErrors, formValues } from "#app/values/rules.ts";

/** `id` is the name unless two forms of a page share it. */
type FieldProps = {
  name: string;
  id?: string | undefined;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean;
};

function Frame({
  name,
  id = name,
  label,
  hint,
  error,
  optional,
  children,
}: FieldProps & { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {optional && <span className="font-normal text-soft"> (optional)</span>}
      </label>
      {children}
      <p id={`${id}-note`} className={error ? "font-semibold text-danger" : "text-soft"}>
        {error ?? hint}
      </p>
    </div>
  );
}

function control({ name, id = name, error }: FieldProps) {
  return {
    id,
    name,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": `${id}-note`,
    className: "input",
  } as const;
}

/** A labelled input; its ids and its message are tied together here and nowhere else. */
export function Field({
  label,
  hint,
  error,
  optional = false,
  ...input
}: FieldProps & ComponentProps<"input">) {
  const field = { name: input.name, id: input.id, label, hint, error, optional };
  return (
    <Frame {...field}>
      <input required={!optional} {...input} {...control(field)} />
    </Frame>
  );
}

/** {@link Field} for text of several lines. */
export function TextField({
  label,
  hint,
  error,
  optional = false,
  ...input
}: FieldProps & ComponentProps<"textarea">) {
  const field = { name: input.name, id: input.id, label, hint, error, optional };
  return (
    <Frame {...field}>
      <textarea required={!optional} rows={6} {...input} {...control(field)} />
    </Frame>
  );
}

/** {@link Field} for one of a few values. */
export function SelectField({
  label,
  hint,
  error,
  optional = false,
  options,
  ...input
}: FieldProps & { options: Readonly<Record<string, string>> } & ComponentProps<"select">) {
  const field = { name: input.name, id: input.id, label, hint, error, optional };
  return (
    <Frame {...field}>
      <select {...input} {...control(field)}>
        {Object.entries(options).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  );
}

/** A tick box with its label beside it. */
export function TickField({
  name,
  error,
  children,
  ...input
}: { name: string; error?: string | undefined; children: ReactNode } & ComponentProps<"input">) {
  return (
    <div>
      <label className="flex items-start gap-3 py-2">
        <input
          type="checkbox"
          {...input}
          id={name}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${name}-note`}
          className="mt-1 size-5 shrink-0 accent-(--accent)"
        />
        <span>{children}</span>
      </label>
      <p id={`${name}-note`} className="font-semibold text-danger">
        {error}
      </p>
    </div>
  );
}

/** What is wrong, above the form, each line leading to its field. @param prefix what stands before the names in the ids of the fields */
export function ErrorSummary({ errors, prefix = "" }: { errors: FieldErrors; prefix?: string }) {
  const wrong = Object.entries(errors);
  if (wrong.length === 0) return null;
  return (
    <div role="alert" className="border-l-4 border-danger bg-raised p-4">
      <p className="font-semibold">There is a problem</p>
      <ul>
        {wrong.map(([name, message]) => (
          <li key={name}>
            <a className="link" href={`#${prefix}${name}`}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** One line about the whole form: it arrived, or it did not. */
export function FormMessage({ ok, children }: { ok: boolean; children: ReactNode }) {
  return (
    <div
      role={ok ? "status" : "alert"}
      className={`border-l-4 bg-raised p-4 ${ok ? "border-good" : "border-danger"}`}
    >
      {children}
    </div>
  );
}

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
