import { Form, Link } from "react-router";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { gstWithin } from "#app/features/invoices/model.ts";
import {
  billToFields,
  detailLabels,
  type InvoiceValues,
  newInvoiceSchema,
  newInvoiceLimits,
  type TypedLine,
  typedLines,
  typedTotals,
} from "#app/features/invoices/schema.ts";
import { guardNames } from "#app/features/intake/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FoldedSection } from "#app/ui/admin/folded.tsx";
import { Field } from "#app/ui/fields.tsx";
import { LeaveGuard, SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { addDays } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { BillToFields } from "#app/features/invoices/admin/details-form.tsx";
import { Plus, X } from "#app/ui/icons.gen.tsx";
import { type FieldErrors, formValues } from "#app/values/rules.ts";

type NewInvoiceFormProps = {
  formKey: string;
  initial: InvoiceValues;
  /** The first possible due day. */
  today: string;
  isRegistered: boolean;
  /** Invoices of the booking. */
  known: number;
  posted: FormState | undefined;
  cancel: string;
};

export function NewInvoiceForm({
  formKey,
  initial,
  today,
  isRegistered,
  known,
  posted,
  cancel,
}: NewInvoiceFormProps) {
  const values = posted?.values ?? initial;
  // What comes later with fresh data, she has not been told.
  const [seen] = useState(known);
  const checked = usePostedForm(newInvoiceSchema, posted);
  const { errors, summary, form: handlers } = checked;
  const { lines, total, taxable, form, changeLines, updateTotal } = useLines(values);
  const field = (name: string) => ({ ...checked.field(name), defaultValue: values[name] });
  const billTo = Object.keys(billToFields).filter((name) => name !== "buyerName");
  return (
    <Form
      ref={form}
      className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_22rem]"
      {...handlers}
      preventScrollReset={false}
      onInput={updateTotal}
      onSubmit={(event) => {
        if (!changeLines(event)) handlers.onSubmit(event);
      }}
    >
      <button
        type="submit"
        name="intent"
        value="total"
        formNoValidate
        tabIndex={-1}
        aria-hidden="true"
        className="sr-only"
      >
        Update the total
      </button>
      <LeaveGuard />
      <div className="col-span-full empty:hidden">{summary}</div>
      <input
        type="hidden"
        name={guardNames.key}
        value={posted?.values?.[guardNames.key] ?? formKey}
      />
      <input type="hidden" name="known" value={posted?.values?.known ?? seen} />
      <div className="flex flex-col gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...field("buyerName")} label="Client name" autoComplete="off" />
          <Field {...field("buyerEmail")} label="Client email" type="email" autoComplete="off" />
        </div>
        <div className="grid gap-5 sm:grid-cols-[2fr_1fr]">
          <Field
            {...field("title")}
            label="What it's for"
            hint="For example, Singing lessons in May. It's in the subject of the email."
            autoComplete="off"
          />
          <Field {...field("dueOn")} label="Due" type="date" min={addDays(today, 1)} />
        </div>
        <FoldedSection
          label="Address, ABN, order number, copy"
          line="For a school, a venue or a business"
          isOpenFirst={billTo.some((name) => values[name])}
          hasError={billTo.some((name) => errors[name])}
        >
          <div className="flex flex-col gap-5">
            <BillToFields
              field={(name, hint) => ({ ...field(name), label: detailLabels[name], hint })}
            />
          </div>
        </FoldedSection>
        <fieldset className="flex flex-col gap-5">
          <legend className="display-3 mb-3 w-full font-display">Lines in A$</legend>
          <p className="-mt-5 text-soft">For a discount, put a minus before the amount.</p>
          <LineFields lines={lines} errors={errors} isRegistered={isRegistered} />
        </fieldset>
      </div>
      <div className="flex flex-col gap-5 xl:sticky xl:top-8 xl:border-l xl:border-line xl:pl-8">
        <p className="flex flex-wrap items-baseline justify-between gap-x-6 border-y border-brass py-3">
          <span className="font-semibold">Total</span>
          <output className="font-display text-2xl tabular-nums" name="total">
            {formatMoney(total)}
          </output>
          {isRegistered && (
            <span className="w-full text-right text-base text-soft">
              Includes GST of {formatMoney(gstWithin(Math.max(taxable, 0)))}
            </span>
          )}
        </p>
        <p className="flex flex-wrap gap-3 *:grow xl:flex-col">
          <SubmitButton
            name="intent"
            value="send"
            loading={issuing}
            done="Invoice issued. The email is on its way."
          >
            Issue and Send
          </SubmitButton>
          <SubmitButton
            name="intent"
            value="issue"
            loading={issuing}
            done="Invoice issued."
            className="button quiet"
          >
            Issue without Sending
          </SubmitButton>
          <noscript>
            <button
              type="submit"
              name="intent"
              value="total"
              formNoValidate
              className="button quiet"
            >
              Update the Total
            </button>
          </noscript>
          <Link to={cancel} className="button quiet">
            Cancel
          </Link>
        </p>
        <p className="text-base text-soft">
          Issue and Send emails your client the PDF and how to pay. Once an invoice is issued, its
          lines can't be changed, only voided or credited.
        </p>
      </div>
    </Form>
  );
}

const issuing = "Issuing the invoice...";

const removableGrid = "grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[minmax(0,1fr)_9rem_auto]";
const fixedGrid = "sm:grid-cols-[minmax(0,1fr)_9rem]";
const removeClass =
  "mt-8.5 flex size-11 cursor-pointer items-center justify-center rounded-sm text-soft hover:text-ink";

/** In columns, only the labels of the first line are visible. */
const belowHeads = "sm:[&_label[for]]:sr-only";

const Numbered = ({ label, of }: { label: string; of: string }) => (
  <>
    {label}
    <span className="sr-only">{of}</span>
  </>
);

/** `key` identifies a line when others are added or removed. */
type FormLine = TypedLine & { key: number };

type LineFieldsProps = { lines: readonly FormLine[]; errors: FieldErrors; isRegistered: boolean };

/** The buttons submit the form: without scripts the server adds and removes lines. */
function LineFields({ lines, errors, isRegistered }: LineFieldsProps) {
  const lineClass = `grid gap-x-3 max-sm:gap-y-2 ${lines.length > 1 ? removableGrid : fixedGrid}`;
  return (
    <>
      <ol className="flex flex-col gap-4">
        {lines.map(({ key, text, amount, gstFree }, index) => {
          const number = index + 1;
          return (
            <li key={key} className={`${lineClass} ${index > 0 ? belowHeads : ""}`}>
              <div className="max-sm:col-span-full">
                <Field
                  name={`text${number}`}
                  label={<Numbered label="Item" of={`, line ${number}`} />}
                  defaultValue={text}
                  error={errors[`text${number}`]}
                  autoComplete="off"
                  required={false}
                />
              </div>
              <Field
                name={`amount${number}`}
                label={<Numbered label="Amount" of={` ${number}`} />}
                defaultValue={amount}
                error={errors[`amount${number}`]}
                autoComplete="off"
                required={false}
              />
              {lines.length > 1 && (
                <button
                  type="submit"
                  name="intent"
                  value={`remove-${number}`}
                  formNoValidate
                  className={`${removeClass} ${index > 0 ? "sm:mt-0" : ""}`}
                >
                  <X size={20} strokeWidth={1.6} />
                  <span className="sr-only">Remove line {number}</span>
                </button>
              )}
              {isRegistered && (
                <label className="col-span-full flex min-h-11 items-center gap-3 justify-self-start">
                  <input
                    type="checkbox"
                    name={`free${number}`}
                    defaultChecked={gstFree}
                    className="size-5 accent-(--fill)"
                  />
                  <Numbered label="GST-free" of={` ${number}`} />
                </label>
              )}
            </li>
          );
        })}
      </ol>
      {lines.length < newInvoiceLimits.linesMax && (
        <button
          type="submit"
          name="intent"
          value="add-line"
          formNoValidate
          className="button quiet min-h-11! self-start px-4!"
        >
          <Plus size={18} strokeWidth={1.6} />
          Add a Line
        </button>
      )}
    </>
  );
}

const keyed = (values: InvoiceValues): FormLine[] =>
  typedLines(values).map((line, key) => ({ ...line, key }));

const totalsIn = (form: HTMLFormElement) =>
  typedTotals(typedLines(formValues(new FormData(form)) as InvoiceValues));

function useLines(values: InvoiceValues) {
  const [lines, setLines] = useState(() => keyed(values));
  const [totals, setTotals] = useState(() => typedTotals(lines));
  const form = useRef<HTMLFormElement>(null);
  const added = useRef<number>(null);
  useEffect(() => {
    if (!form.current) return;
    setTotals(totalsIn(form.current));
    if (added.current === null) return;
    const inputs = form.current.querySelectorAll<HTMLInputElement>('[name^="text"]');
    (inputs[added.current] ?? inputs[inputs.length - 1])?.focus();
    added.current = null;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- with the lines the form's fields change
  }, [lines]);

  /** Whether the button changes lines. Enter presses the first button, which does nothing. */
  const changeLines = (event: FormEvent<HTMLFormElement>): boolean => {
    const { submitter } = event.nativeEvent as SubmitEvent;
    const intent = submitter?.getAttribute("value") ?? "";
    const [, removed] = /^remove-(\d+)$/.exec(intent) ?? [];
    if (!removed && intent !== "add-line" && intent !== "total") return false;
    event.preventDefault();
    if (removed) {
      // The removed button would lose the focus.
      added.current = Number(removed) - 1;
      setLines(lines.filter((_, index) => index !== Number(removed) - 1));
    } else if (intent === "add-line" && lines.length < newInvoiceLimits.linesMax) {
      added.current = lines.length;
      const key = Math.max(...lines.map((line) => line.key)) + 1;
      setLines([...lines, { key, text: "", amount: "" }]);
    }
    return true;
  };
  return {
    lines,
    ...totals,
    form,
    changeLines,
    updateTotal: () => form.current && setTotals(totalsIn(form.current)),
  };
}
