import { type FormEvent, type ReactNode, useState, type ComponentType } from "react";
import { Form, Link } from "react-router";
import { content } from "#app/content/content.ts";
import { usualHoursInWords } from "#app/values/terms.ts";
import { quoteLimits, type PublicQuote, offerLinesOf, sumsOf } from "#app/features/quotes/model.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { useToday } from "#app/ui/admin/when.tsx";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import { LeaveGuard, SubmitButton } from "#app/ui/admin/form.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";
import { formValues } from "#app/values/rules.ts";
import {
  type DraftKind,
  draftSchemas,
  type DraftValues,
  previewOf,
  readDraft,
} from "#app/features/quotes/draft.ts";
import { addOnNames, studentRehearsalMinutes, quotePrice } from "#app/features/quotes/pricing.ts";
import {
  OfferedFacts,
  QuoteHeading,
  BasePrice,
  PriceLines,
  PriceSummary,
  StudentRates,
} from "#app/routes/quote/quote-document.tsx";

type EditorProps = {
  formKey: string;
  kind: DraftKind;
  initial: DraftValues;
  mark: string;
  posted: FormState | undefined;
  save: string;
  cancel: string;
  children?: ReactNode;
};

const formId = "quote-editor";

const actionsClass =
  "flex flex-wrap gap-3 xl:sticky xl:top-0 xl:z-10 xl:-mt-4 xl:justify-end xl:bg-surface xl:py-4";

export function QuoteEditor({
  formKey,
  kind,
  initial,
  mark,
  posted,
  save,
  cancel,
  children,
}: EditorProps) {
  const values = posted?.values ?? initial;
  const { errors, handlers } = useFormErrors(draftSchemas[kind], posted?.errors);
  const [preview, setPreview] = useState(() => previewFrom(kind, values));
  const updatePreview = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    // Half-typed amounts leave the preview as it is.
    const next = previewFrom(kind, formValues(new FormData(currentTarget)));
    if (next) setPreview(next);
  };
  const PriceFields = priceFields[kind];
  const field = (name: string) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
    required: false,
  });
  const today = useToday();
  const hasPassed = preview?.validUntil && preview.validUntil < today;
  return (
    <div className="grid items-start gap-x-10 gap-y-6 xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="flex flex-col gap-8">
        {children}
        <Form
          id={formId}
          method="post"
          className="flex flex-col gap-5"
          onChange={updatePreview}
          {...handlers}
        >
          <LeaveGuard />
          <ErrorSummary errors={posted?.errors ? errors : {}} />
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="mark" value={mark} />
          <input
            type="hidden"
            name={guardNames.key}
            value={posted?.values?.[guardNames.key] ?? formKey}
          />
          <p className="text-soft">
            Only {kind === "hourly" && "the kind of quote, "}the client's name and email and the
            prices are needed.
          </p>
          {kind === "hourly" && (
            <Field
              {...field("invoiceType")}
              label="Kind of quote"
              required
              hint="As the client reads it, such as Spring Musical Quote."
            />
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <Field {...field("clientName")} label="Client name" required />
            <Field {...field("clientEmail")} label="Client email" type="email" required />
          </div>
          <Field {...field("eventTitle")} label="Event title" />
          <div className="grid grid-cols-2 gap-5 sm:grid-cols-3">
            <div className="col-span-2 sm:col-span-1">
              <Field {...field("eventDate")} label="Event date" type="date" />
            </div>
            <Field
              {...field("eventStart")}
              label="Starts"
              type="time"
              hint={
                kind === "live-piano" ? unbrokenRanges(`Blank: ${usualHoursInWords}`) : undefined
              }
            />
            <Field
              {...field("eventEnd")}
              label="Ends"
              type="time"
              hint={kind === "live-piano" ? "Before any extra hour." : undefined}
            />
          </div>
          <div className="grid gap-5 sm:grid-cols-[2fr_1fr_1fr]">
            <Field {...field("eventLocation")} label="Place" />
            <Field
              {...field("travelMinutes")}
              label="Travel, minutes"
              hint={`Each way. Blank: ${content().prices.livePiano.travelMinutes}.`}
              inputMode="numeric"
            />
            <Field
              {...field("guests")}
              label="Guests"
              type="number"
              min={1}
              max={quoteLimits.guestsMax}
              inputMode="numeric"
            />
          </div>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field {...field("preparedBy")} label="Prepared by" />
            <Field
              {...field("validUntil")}
              label="Valid until"
              type="date"
              error={errors.validUntil ?? (hasPassed ? "This day has passed." : undefined)}
              hint="Expires at midnight, Melbourne time."
            />
          </div>
          <fieldset className="flex flex-col gap-5">
            <legend className="display-3 mb-3 w-full border-t border-line pt-5 font-display">
              Price in A$
            </legend>
            <PriceFields field={field} values={values} />
          </fieldset>
          <TextField {...field("notes")} label="Notes for the client" rows={4} />
        </Form>
      </div>
      <div className="flex flex-col gap-6 xl:gap-2 xl:self-stretch">
        <p className={actionsClass}>
          <SubmitButton form={formId} loading="Saving quote..." done="Quote saved.">
            {save}
          </SubmitButton>
          <Link to={cancel} className="button quiet">
            Cancel
          </Link>
          <noscript>
            <button
              type="submit"
              form={formId}
              name="intent"
              value="preview"
              className="button quiet"
            >
              Update the preview
            </button>
          </noscript>
        </p>
        {preview && <QuotePreview quote={preview} />}
      </div>
    </div>
  );
}

type FieldOf = (name: string) => {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
  required: boolean;
};

function LivePianoPrice({ field, values }: { field: FieldOf; values: DraftValues }) {
  const addOns = [
    ["rehearsal", "offersRehearsal", "containsRehearsal"],
    ["extraHour", "offersExtraHour", "containsExtraHour"],
  ] as const;
  return (
    <>
      <Field {...field("base")} label="Live piano" inputMode="decimal" required />
      <div className="grid gap-5 sm:grid-cols-2">
        {addOns.map(([name, offers, contains]) => (
          <div key={name}>
            <Field {...field(name)} label={addOnNames[name]} inputMode="decimal" required />
            <TickField name={offers} defaultChecked={values[offers] === "on"}>
              Offer to this client
            </TickField>
            {values[contains] === "on" && (
              <TickField name={contains} defaultChecked>
                Already included in this quote
              </TickField>
            )}
          </div>
        ))}
      </div>
    </>
  );
}

function HourlyPrice({ field }: { field: FieldOf }) {
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field {...field("hourlyRate")} label="Hourly rate" inputMode="decimal" required />
        <Field {...field("hours")} label="Hours" inputMode="decimal" required />
        <Field {...field("preparation")} label="Show preparation" inputMode="decimal" required />
      </div>
      <p className="font-semibold">Student rehearsals (per student); leave blank to hide</p>
      <div className="grid gap-5 sm:grid-cols-3">
        {studentRehearsalMinutes.map((minutes) => (
          <Field
            key={minutes}
            {...field(`student${minutes}`)}
            label={`${minutes} minutes`}
            inputMode="decimal"
          />
        ))}
      </div>
    </>
  );
}

const priceFields: Record<DraftKind, ComponentType<{ field: FieldOf; values: DraftValues }>> = {
  "live-piano": LivePianoPrice,
  hourly: HourlyPrice,
};

/** Null while a figure cannot be read. */
function previewFrom(kind: DraftKind, values: Record<string, unknown>): PublicQuote | null {
  const draft = readDraft(kind, values);
  if (draft.ok) return previewOf(draft.value);
  const placeholders = {
    clientName: "your client",
    clientEmail: "client@example.com",
    invoiceType: "New Quote",
    eventDate: "",
    eventStart: "",
    eventEnd: "",
    guests: "",
    validUntil: "",
  };
  const stillMissing = Object.fromEntries(
    Object.entries(placeholders).filter(([name]) => draft.errors[name]),
  );
  const filled = readDraft(kind, { ...values, ...stillMissing });
  return filled.ok ? previewOf(filled.value) : null;
}

function QuotePreview({ quote }: { quote: PublicQuote }) {
  return (
    <section
      aria-label="Preview"
      className="border border-line bg-surface p-6 sm:p-8 xl:sticky xl:top-18"
    >
      <p className="mb-6 text-base text-soft">Client preview</p>
      <QuoteHeading quote={quote} title="h2" />
      <div className="mt-8 flex flex-col gap-6">
        <OfferedFacts quote={quote} />
        <BasePrice quote={quote} />
        {quote.offers.length > 0 && (
          <div>
            <h3 className="display-3 mb-2">Add to your booking</h3>
            <PriceLines lines={offerLinesOf(quote)} />
          </div>
        )}
        <PriceSummary sums={sumsOf(quote, quotePrice(quote.rates, quote.addOns))} />
        <StudentRates quote={quote} />
      </div>
    </section>
  );
}
