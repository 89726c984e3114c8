import { Form, Link } from "react-router";
import { gstWithin } from "#app/features/invoices/gst.ts";
import { type InvoiceValues, newInvoiceSchema } from "#app/features/invoices/new-invoice.ts";
import { guardNames } from "#app/features/intake/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { billToFields, detailLabels } from "#app/features/invoices/invoice-fields.ts";
import { FoldedSection } from "#app/ui/admin/folded-section.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { addDays } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { BillToFields } from "./details-form.tsx";
import { LineFields } from "./line-fields.tsx";
import { useLines } from "./use-lines.ts";

type NewInvoiceFormProps = {
  formKey: string;
  initial: InvoiceValues;
  /** The first possible due day. */
  today: string;
  isRegistered: boolean;
  posted: FormState | undefined;
  busy: boolean;
  cancel: string;
};

export function NewInvoiceForm({
  formKey,
  initial,
  today,
  isRegistered,
  posted,
  busy,
  cancel,
}: NewInvoiceFormProps) {
  const values = posted?.values ?? initial;
  const { errors, handlers } = useFormErrors(newInvoiceSchema, posted?.errors);
  const { lines, total, taxable, form, changeLines, updateTotal } = useLines(values);
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  const billTo = Object.keys(billToFields).filter((name) => name !== "buyerName");
  return (
    <Form
      method="post"
      ref={form}
      className="grid items-start gap-x-10 gap-y-5 xl:grid-cols-[minmax(0,1fr)_22rem]"
      {...handlers}
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
      <div className="col-span-full empty:hidden">
        <ErrorSummary errors={posted?.errors ? errors : {}} />
      </div>
      <input
        type="hidden"
        name={guardNames.key}
        value={posted?.values?.[guardNames.key] ?? formKey}
      />
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
          <button type="submit" name="intent" value="send" className="button" disabled={busy}>
            Issue and Send
          </button>
          <button
            type="submit"
            name="intent"
            value="issue"
            className="button quiet"
            disabled={busy}
          >
            Issue without Sending
          </button>
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
