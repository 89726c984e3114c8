import type { ComponentProps, ReactNode } from "react";

/** `id` defaults to the name; needed where two forms of a page share a name. */
type FieldProps = {
  name: string;
  id?: string | undefined;
  label: ReactNode;
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

/** @param beside content in the input's row, such as the button of a form with one field */
export function Field({
  label,
  hint,
  error,
  optional = false,
  beside,
  ...input
}: FieldProps & { beside?: ReactNode } & ComponentProps<"input">) {
  const field = { name: input.name, id: input.id, label, hint, error, optional };
  const drawn = <input required={!optional} {...input} {...control(field)} />;
  return (
    <Frame {...field}>
      {beside ? (
        <div className="flex gap-3">
          {drawn}
          {beside}
        </div>
      ) : (
        drawn
      )}
    </Frame>
  );
}

export function TextField({
  label,
  hint,
  error,
  optional = false,
  around,
  ...input
}: FieldProps & { around?: (drawn: ReactNode) => ReactNode } & ComponentProps<"textarea">) {
  const field = { name: input.name, id: input.id, label, hint, error, optional };
  const drawn = <textarea required={!optional} rows={6} {...input} {...control(field)} />;
  return <Frame {...field}>{around ? around(drawn) : drawn}</Frame>;
}

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

export function ChoiceField({
  name,
  legend,
  options,
  chosen,
  several = false,
  error,
}: {
  name: string;
  legend: string;
  options: Iterable<string>;
  chosen: readonly string[];
  several?: boolean;
  error: string | undefined;
}) {
  return (
    <fieldset aria-describedby={`${name}-note`}>
      <legend className="mb-2 font-semibold">{legend}</legend>
      {[...options].map((option, index) => (
        <label
          key={option}
          className={
            "flex cursor-pointer items-start gap-3 border border-edge bg-field p-3 " +
            "first-of-type:rounded-t-sm last-of-type:rounded-b-sm not-first-of-type:border-t-0 " +
            "has-checked:shadow-[inset_4px_0_var(--accent)]"
          }
        >
          <input
            type={several ? "checkbox" : "radio"}
            id={index === 0 ? name : undefined}
            name={name}
            value={option}
            defaultChecked={chosen.includes(option)}
            className="mt-1 size-5 shrink-0 accent-(--fill)"
          />
          <span className="text-balance wrap-anywhere">{option}</span>
        </label>
      ))}
      <p id={`${name}-note`} className="mt-1.5 font-semibold text-danger">
        {error}
      </p>
    </fieldset>
  );
}

export function TickField({
  name,
  id = name,
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
          id={id}
          name={name}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className="mt-1 size-5 shrink-0 accent-(--fill)"
        />
        <span className="min-w-0 grow">{children}</span>
      </label>
      <p id={`${id}-note`} className="font-semibold text-danger">
        {error}
      </p>
    </div>
  );
}
