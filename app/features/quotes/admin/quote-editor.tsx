import { type FormEvent, useState } from "react";
import { Form, Link } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { formValues } from "#app/values/rules.ts";
import {
  type DraftValues,
  draftSchemas,
  type DraftKind,
  previewOf,
  readDraft,
} from "#app/features/quotes/draft.ts";
import type { PublicQuote } from "#app/features/quotes/model.ts";
import {
  BasePrice,
  PriceLines,
  PriceSummary,
  StudentRates,
} from "#app/features/quotes/price-summary.tsx";
import { QuoteDocument } from "#app/features/quotes/quote-document.tsx";
import { addOnNames } from "#app/features/quotes/kinds.ts";
import { priceOf } from "#app/features/quotes/pricing.ts";

type EditorProps = {
  formKey?: string;
  kind: DraftKind;
  initial: DraftValues;
  mark: string;
  posted: FormState | undefined;
  busy: boolean;
  save: string;
  cancel: string;
};

/** A quote being written, beside what its client would read. */
export function QuoteEditor({
  formKey,
  kind,
  initial,
  mark,
  posted,
  busy,
  save,
  cancel,
}: EditorProps) {
  const values = posted?.values ?? initial;
  const { errors, handlers } = useFormErrors(draftSchemas[kind], posted?.errors);
  const [preview, setPreview] = useState(() => previewFrom(kind, values));
  const look = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    // While an amount is half typed the preview stays as it was.
    const next = previewFrom(kind, formValues(new FormData(currentTarget)));
    if (next) setPreview(next);
  };
  const field = (name: string) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <div className="grid items-start gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Form method="post" className="flex flex-col gap-5" onChange={look} {...handlers}>
        <ErrorSummary errors={posted?.errors ? errors : {}} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="mark" value={mark} />
        {formKey && <input type="hidden" name={guardNames.key} value={formKey} />}
        {kind === "hourly" && (
          <Field
            {...field("invoiceType")}
            label="Kind of quote"
            hint="As the client reads it, such as Spring Musical Quote."
          />
        )}
        <Field {...field("clientName")} label="Client name" />
        <Field {...field("clientEmail")} label="Client email" type="email" />
        <Field {...field("eventTitle")} label="Event title" optional />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field {...field("eventDate")} label="Event date" type="date" optional />
          <Field
            {...field("validUntil")}
            label="Valid until"
            type="date"
            hint="To the end of that day in Melbourne."
            optional
          />
        </div>
        <Field {...field("eventLocation")} label="Place" optional />
        <Field {...field("preparedBy")} label="Prepared by" optional />
        <fieldset className="flex flex-col gap-5">
          <legend className="display-3 mb-3 w-full border-t border-line pt-5 font-display">
            Price in A$
          </legend>
          {kind === "live-piano" ? (
            <LivePianoPrice field={field} values={values} />
          ) : (
            <HourlyPrice field={field} />
          )}
        </fieldset>
        <TextField {...field("notes")} label="Notes for the client" rows={4} optional />
        <p className="flex flex-wrap gap-3">
          <button type="submit" className="button" disabled={busy}>
            {save}
          </button>
          <Link to={cancel} className="button quiet">
            Cancel
          </Link>
          <noscript>
            <button type="submit" name="intent" value="preview" className="button quiet">
              Update the preview
            </button>
          </noscript>
        </p>
      </Form>
      {preview && <Preview quote={preview} />}
    </div>
  );
}

/** What the client would read, as far as it can be read yet. */
function previewFrom(kind: DraftKind, values: Record<string, unknown>): PublicQuote | null {
  const draft = readDraft(kind, values);
  if (draft.ok) return previewOf(draft.value);
  const unwritten = {
    clientName: "your client",
    clientEmail: "client@example.com",
    invoiceType: "New Quote",
    eventDate: "",
    validUntil: "",
  };
  const stillMissing = Object.fromEntries(
    Object.entries(unwritten).filter(([name]) => draft.errors[name]),
  );
  const filled = readDraft(kind, { ...values, ...stillMissing });
  return filled.ok ? previewOf(filled.value) : null;
}

type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
};

function LivePianoPrice({ field, values }: { field: FieldOf; values: DraftValues }) {
  const addOns = [
    ["rehearsal", "offersRehearsal", "containsRehearsal"],
    ["extraHour", "offersExtraHour", "containsExtraHour"],
  ] as const;
  return (
    <>
      <Field {...field("base")} label="Live piano" inputMode="decimal" />
      {addOns.map(([name, offers, contains]) => (
        <div key={name}>
          <Field {...field(name)} label={addOnNames[name]} inputMode="decimal" />
          <TickField name={offers} defaultChecked={values[offers] === "on"}>
            Offer it to this client
          </TickField>
          {values[contains] === "on" && (
            <TickField name={contains} defaultChecked>
              It’s part of this quote already
            </TickField>
          )}
        </div>
      ))}
    </>
  );
}

function HourlyPrice({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field {...field("hourlyRate")} label="Rate an hour" inputMode="decimal" />
        <Field {...field("hours")} label="Hours" inputMode="decimal" />
        <Field {...field("preparation")} label="Show preparation" inputMode="decimal" />
      </div>
      <p className="font-semibold">Student rehearsals, each; leave one empty to leave it out</p>
      <div className="grid gap-5 sm:grid-cols-3">
        {[15, 30, 45].map((minutes) => (
          <Field
            key={minutes}
            {...field(`student${minutes}`)}
            label={`${minutes} minutes`}
            inputMode="decimal"
            optional
          />
        ))}
      </div>
    </>
  );
}

function Preview({ quote }: { quote: PublicQuote }) {
  return (
    <section
      aria-label="Preview"
      className="border border-line bg-surface p-6 sm:p-8 xl:sticky xl:top-8"
    >
      <p className="mb-6 text-base text-soft">As the client will read it</p>
      <QuoteDocument quote={quote} title="h2">
        <div className="mt-8 flex flex-col gap-6">
          <BasePrice quote={quote} />
          {quote.offers.length > 0 && (
            <div>
              <h3 className="display-3 mb-2">Add to your booking</h3>
              <PriceLines
                lines={quote.offers.map((key) => [addOnNames[key], quote.rates[key]] as const)}
              />
            </div>
          )}
          <PriceSummary quote={quote} price={priceOf(quote.rates, quote.addOns)} />
          <StudentRates quote={quote} />
        </div>
      </QuoteDocument>
    </section>
  );
}
