import { Form, href, Link } from "react-router";
import type { ReactNode } from "react";
import type { FormState } from "#app/server/http/forms.server.ts";
import { OpenedForm } from "#app/ui/admin/folded.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { FormFailure, FormSuccess } from "#app/ui/form-messages.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import {
  type Registration,
  registrationSchema,
  type BusinessTexts,
  registrationInWords,
} from "#app/features/business/schema.ts";
import { guardNames } from "#app/features/intake/model.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { formatMoney } from "#app/values/money.ts";
import { formatCount } from "#app/values/wording.ts";

export type SettingsState = FormState & { theirs?: Partial<BusinessTexts> };

export const isPeriodAnswer = (answer: SettingsState | undefined) =>
  ["add", "change", "remove"].includes(answer?.intent ?? "");

type StoredRegistration = Registration & { id: string };
type Props = {
  registrations: readonly StoredRegistration[];
  posted: SettingsState | undefined;
};

export function GstRegistrations({ registrations, posted }: Props) {
  const answer = isPeriodAnswer(posted) ? posted : undefined;
  const refused = answer?.ok ? undefined : answer;
  return (
    <section
      id="gst"
      aria-labelledby="gst-heading"
      className="flex flex-col gap-4 border-line max-xl:border-t max-xl:pt-4 xl:border-l xl:pl-8"
    >
      <h2 id="gst-heading" className="display-3">
        GST registration
      </h2>
      <FormSuccess state={answer} />
      <p className="max-w-prose text-soft">
        {registrations.length > 0
          ? "Invoices issued on these days are tax invoices, with the GST that your prices include. " +
            "Invoices already issued stay as they are until you issue them again."
          : "You aren't registered, so your invoices don't mention GST. If you register, add the first day here."}
      </p>
      {registrations.length > 0 && (
        <ul className="border-y border-line">
          {registrations.map((registration) => (
            <li key={registration.id} className="border-t border-line py-3 first:border-t-0">
              <Period
                registration={registration}
                posted={refused?.values?.id === registration.id ? refused : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="openers">
        <OpenedForm
          // Empties the form after a period was added.
          key={registrations.length}
          label={registrations.length === 0 ? "Add a registration" : "Add another"}
          isOpen={refused?.intent === "add"}
        >
          <PeriodForm
            id="new"
            fields={{ starts: "", ends: "" }}
            hidden={{ intent: "add" }}
            posted={refused?.intent === "add" ? refused : undefined}
            submit="Add registration"
            loading="Adding the GST registration..."
          />
        </OpenedForm>
      </div>
    </section>
  );
}

type PeriodProps = { registration: StoredRegistration; posted: FormState | undefined };

function Period({ registration: { id, starts, ends }, posted }: PeriodProps) {
  const seen = { seenStarts: starts, seenEnds: ends ?? "" };
  return (
    <div className="openers items-center">
      <h3 className="whole mr-auto font-semibold">{periodName({ starts, ends })}</h3>
      <OpenedForm label="Change dates" isOpen={posted !== undefined}>
        <PeriodForm
          // Shows another tab's change, unless something else was typed.
          key={`${starts} ${ends}`}
          id={id}
          fields={{ starts, ends: ends ?? "" }}
          hidden={{ intent: "change", id, ...seen }}
          posted={posted}
          submit="Save dates"
          loading="Saving the GST registration..."
        />
      </OpenedForm>
      <ConfirmedAction
        id={`remove-${id}`}
        label="Remove"
        className="button quiet away min-h-11! px-4!"
        question="Remove this GST registration?"
        yes="Remove"
        loading="Removing the GST registration..."
        values={{ intent: "remove", id, ...seen }}
      >
        <p>{periodName({ starts, ends })}.</p>
        <p>
          Later invoices won't count you as registered on these days. If your registration has
          ended, enter its last day instead.
        </p>
      </ConfirmedAction>
    </div>
  );
}

type PeriodFormProps = {
  id: string;
  fields: { starts: string; ends: string };
  hidden: Readonly<Record<string, string>>;
  posted: FormState | undefined;
  submit: string;
  loading: string;
};

function PeriodForm({ id, fields, hidden, posted, submit, loading }: PeriodFormProps) {
  const { form, summary, field } = usePostedForm(registrationSchema, posted, `${id}-`);
  return (
    <Form className="flex flex-col gap-3" {...form}>
      {summary}
      <FormFailure state={posted} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-5 sm:max-xl:grid-cols-2">
        <Field {...field("starts", fields.starts)} type="date" label="Registered from" />
        <Field
          {...field("ends", fields.ends)}
          type="date"
          label="Last day"
          optional
          hint="Leave empty while you're registered."
        />
      </div>
      <p>
        <SubmitButton loading={loading} className="button quiet">
          {submit}
        </SubmitButton>
      </p>
    </Form>
  );
}

const periodName = (period: Registration) => `From ${registrationInWords(period)}`;

type Listed = Pick<Invoice, "id" | "number" | "buyerName" | "total">;
type ListProps = { invoices: readonly Listed[] };

const small = "button quiet min-h-11! px-4!";

const countOf = (invoices: readonly Listed[], which = "") =>
  `${formatCount(invoices.length)}${which} invoice${invoices.length === 1 ? "" : "s"}`;

export function SentWithEarlierDetails({ invoices, formKey }: ListProps & { formKey: string }) {
  const send = (label: ReactNode, ids: readonly string[]) => (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="resend" />
      <input type="hidden" name="ids" value={ids.join(" ")} />
      <input type="hidden" name={guardNames.key} value={formKey} />
      <SubmitButton loading="Sending email..." className={small}>
        {label}
      </SubmitButton>
    </Form>
  );
  const all = invoices.map(({ id }) => id);
  return (
    <InvoiceList
      id="earlier-details"
      heading="Sent with your earlier bank details"
      invoices={invoices}
      renderAction={({ id, number }) => send(<Named label="Send Again" of={number} />, [id])}
    >
      <p className="max-w-prose text-soft">
        {countOf(invoices, " open")} went out before your bank details changed. The clients' pages
        have the new ones. Send each again, so your clients hear it from you.
      </p>
      {all.length > 1 && send("Send All Again", all)}
    </InvoiceList>
  );
}

export function IssuedWithoutGst({ invoices }: ListProps) {
  return (
    <InvoiceList
      id="without-gst"
      heading="Issued without GST"
      invoices={invoices}
      renderAction={({ id, number, total }) => (
        <ConfirmedAction
          id={`reissue-${id}`}
          label="Issue with GST"
          describes={`in place of ${number}`}
          className={small}
          question={`Issue ${number} again as a tax invoice?`}
          yes="Issue Tax Invoice"
          loading="Issuing the tax invoice..."
          values={{ intent: "reissue", id }}
        >
          <p>
            A tax invoice over the same {formatMoney(total)}, GST included, takes its place. What
            was paid counts for the new one.
          </p>
          <p>If {number} was sent, your client gets the new one by email. This can't be undone.</p>
        </ConfirmedAction>
      )}
    >
      <p className="max-w-prose text-soft">
        {invoices.length === 1 ? "This invoice was" : `These ${countOf(invoices)} were`} issued
        without GST for dates on which you're registered. You owe the GST in{" "}
        {invoices.length === 1 ? "it" : "them"} all the same.
      </p>
    </InvoiceList>
  );
}

const Named = ({ label, of }: { label: string; of: string | null }) => (
  <>
    {label}
    <span className="sr-only">: {of}</span>
  </>
);

const rowClass =
  "flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-2 first:border-t-0";

type InvoiceListProps = {
  id: string;
  heading: string;
  invoices: readonly Listed[];
  renderAction: (invoice: Listed) => ReactNode;
  children: ReactNode;
};

function InvoiceList({ id, heading, invoices, renderAction, children }: InvoiceListProps) {
  if (invoices.length === 0) return null;
  return (
    <section aria-labelledby={id} className="flex max-w-3xl flex-col items-start gap-3">
      <h2 id={id} className="display-3">
        {heading}
      </h2>
      {children}
      <ul className="w-full border-y border-line">
        {invoices.map((invoice) => (
          <li key={invoice.id} className={rowClass}>
            <span className="wrap-anywhere">
              <Link
                to={href("/admin/money/invoices/:id", { id: invoice.id })}
                className="link font-semibold"
              >
                {invoice.number}
              </Link>{" "}
              {invoice.buyerName} · {formatMoney(invoice.total)}
            </span>
            {renderAction(invoice)}
          </li>
        ))}
      </ul>
    </section>
  );
}
