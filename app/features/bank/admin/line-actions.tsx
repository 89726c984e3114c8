import { Form } from "react-router";
import type { BankIntent } from "../toasts.ts";
import type { ShownLine } from "../shown.ts";
import type { StatementFormState } from "./form-state.ts";

type ActionButtonProps = {
  intent: BankIntent;
  name: "booking" | "line";
  values: readonly (string | number)[];
  busy: boolean;
  main?: boolean;
  children: React.ReactNode;
};

export function ActionButton({ intent, name, values, busy, main, children }: ActionButtonProps) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      {values.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        disabled={busy}
        className={main ? "button" : "button quiet min-h-11! px-4!"}
      >
        {children}
      </button>
    </Form>
  );
}

export const invoiceListId = "open-invoices";

type LineProps = { line: ShownLine; posted: StatementFormState | undefined; busy: boolean };

export function ChooseInvoice({ line, posted, busy }: LineProps) {
  const { errors = {}, values = {} } = posted?.form === String(line.id) ? posted : {};
  const field = `invoice-${line.id}`;
  return (
    <Form method="post" className="flex flex-col gap-2 text-left">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="line" value={line.id} />
      <label htmlFor={field} className="text-base">
        Pays invoice<span className="sr-only"> ({line.text})</span>
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={field}
          name="invoice"
          list={invoiceListId}
          required
          autoComplete="off"
          placeholder="Number or name"
          defaultValue={values.invoice}
          aria-invalid={errors[field] ? true : undefined}
          aria-describedby={`${field}-note`}
          className="min-h-11 w-44 rounded-sm border border-edge bg-field px-3"
        />
        <button type="submit" disabled={busy} className="button quiet min-h-11! px-4!">
          Book
        </button>
      </div>
      <p id={`${field}-note`} className="font-semibold text-danger">
        {errors[field]}
      </p>
    </Form>
  );
}

export function LineActions({ line, posted, busy }: LineProps) {
  const isOpen = line.invoices.length === 0 || posted?.form === String(line.id);
  const others = (
    <div className="flex flex-col items-start gap-2">
      <ChooseInvoice line={line} posted={posted} busy={busy} />
      <ActionButton intent="set-aside" name="line" values={[line.id]} busy={busy}>
        Not for an invoice<span className="sr-only">: {line.text}</span>
      </ActionButton>
    </div>
  );
  if (line.invoices.length === 0) return others;
  return (
    <div className="flex flex-col items-end gap-1 md:items-start">
      <ActionButton intent="book" name="booking" values={[line.token]} busy={busy}>
        Book<span className="sr-only"> {line.text}</span>
      </ActionButton>
      <details open={isOpen}>
        <summary className="link min-h-11 cursor-pointer py-2">
          Something else<span className="sr-only">: {line.text}</span>
        </summary>
        {others}
      </details>
    </div>
  );
}
