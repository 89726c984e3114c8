import type { ComponentProps } from "react";
import { Form } from "react-router";
import {
  changeableDetails,
  detailLabels,
  detailsSchema,
  detailTexts,
  type TypedDetails,
} from "#app/features/invoices/schema.ts";
import type { Invoice, InvoiceState } from "#app/features/invoices/model.ts";
import type { InvoiceFormState } from "#app/features/invoices/commands.server.ts";
import { OpenedForm } from "#app/ui/admin/folded.tsx";
import { Field, TextField } from "#app/ui/fields.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { addDays } from "#app/values/calendar.ts";
import { readSeen } from "#app/values/stale-form.ts";

type InvoiceDetailsFormProps = {
  invoice: Invoice;
  state: InvoiceState;
  today: string;
  posted: InvoiceFormState | undefined;
};

export function InvoiceDetailsForm({ invoice, state, today, posted }: InvoiceDetailsFormProps) {
  const answer = posted?.intent === "details" && !posted.ok ? posted : undefined;
  const { form, summary, ...typed } = usePostedForm(detailsSchema, answer);
  const changeable = changeableDetails(invoice, state);
  if (!changeable) return null;
  const seen = readSeen(answer?.values?.seen, detailTexts) ?? detailTexts(invoice);
  const version = answer?.values?.version ?? invoice.version;
  const field = (name: keyof TypedDetails, hint?: string) => ({
    ...typed.field(name, seen[name]),
    label: detailLabels[name],
    hint: meanwhile(answer?.theirs?.[name]) ?? hint,
  });
  return (
    <div className="openers no-print">
      <OpenedForm label="Change These Details" isOpen={answer !== undefined}>
        <Form className="flex flex-col gap-4" {...form}>
          <input type="hidden" name="intent" value="details" />
          <input type="hidden" name="version" value={version} />
          <input type="hidden" name="seen" value={JSON.stringify(seen)} />
          {summary}
          {changeable === "all" && (
            <Field
              {...field("dueOn")}
              type="date"
              min={invoice.dueOn && invoice.dueOn < today ? invoice.dueOn : addDays(today, 1)}
            />
          )}
          <Field {...field("buyerName")} autoComplete="off" />
          <BillToFields field={field} />
          {invoice.number && (
            <p className="text-base text-soft">
              Number, lines and total stay. The client's page and PDF change at once; earlier PDFs
              are kept.
            </p>
          )}
          <p className="flex flex-wrap gap-2">
            <SubmitButton loading={saving} className="button min-h-11! px-4!">
              Save
            </SubmitButton>
            {invoice.number && invoice.buyerEmail && state !== "refunded" && (
              <SubmitButton
                name="email"
                value="yes"
                loading={saving}
                className="button quiet min-h-11! px-4!"
              >
                Save and Send
              </SubmitButton>
            )}
          </p>
        </Form>
      </OpenedForm>
    </div>
  );
}

const saving = "Saving the details...";

const meanwhile = (text: string | undefined) =>
  text === undefined ? undefined : text ? `Changed meanwhile to: ${text}` : "Emptied meanwhile.";

type FieldOf = (
  name: keyof TypedDetails,
  hint?: string,
) => Pick<ComponentProps<typeof Field>, "name" | "label" | "defaultValue" | "error" | "hint"> & {
  name: string;
};

export function BillToFields({ field }: { field: FieldOf }) {
  const order = field("purchaseOrder", "A purchase order or other number they want to see on it.");
  const copy = field("copyEmail", "Also gets the invoice, reminders and receipts.");
  return (
    <>
      <TextField {...field("buyerAddress")} rows={3} autoComplete="off" optional />
      <Field {...field("buyerAbn")} inputMode="numeric" autoComplete="off" optional />
      <Field {...order} autoComplete="off" optional />
      <Field {...copy} type="email" autoComplete="off" optional />
    </>
  );
}
