import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TickField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { PrivacyLink } from "#app/ui/privacy-link.tsx";
import { formatMoney, fromCents } from "#app/values/money.ts";
import { check, formValues } from "#app/values/rules.ts";
import {
  type PublicQuote,
  quoteLimits,
  acceptanceSentence,
  sumsOf,
} from "#app/features/quotes/model.ts";
import { BasePrice, PriceSummary, StudentRates } from "./quote-document.tsx";
import {
  type AddOn,
  type AddOns,
  withAddOns,
  addOnName,
  quotePrice,
} from "#app/features/quotes/pricing.ts";
import { acceptanceSchema } from "#app/features/quotes/answer.ts";
import { unbroken } from "#app/values/unbroken.ts";

const fields: Record<AddOn, string> = { rehearsal: "wantsRehearsal", extraHour: "wantsExtraHour" };

type AcceptanceFormProps = {
  quote: PublicQuote;
  chosen: AddOns;
  onChoose: (addOns: AddOns) => void;
  posted: FormState | undefined;
  sending: boolean;
};

/** Without scripts a button asks for the new total. */
export function AcceptanceForm({ quote, chosen, onChoose, posted, sending }: AcceptanceFormProps) {
  const values = posted?.values;
  const form = useRef<HTMLFormElement>(null);
  // The button works until scripts run; then it waits for a valid form.
  const [valid, setValid] = useState(true);
  const { errors, clearValid, handlers } = useFormErrors(acceptanceSchema, posted?.errors, {
    buttonWaits: true,
  });
  const price = quotePrice(quote.rates, withAddOns(quote.addOns, chosen));
  // A newer version has to be accepted anew.
  const isSameVersion = values?.version === undefined || values.version === String(quote.version);

  const readForm = () => {
    const entered = new FormData(form.current!);
    onChoose({
      rehearsal: entered.has(fields.rehearsal),
      extraHour: entered.has(fields.extraHour),
    });
    setValid(check(acceptanceSchema, formValues(entered)).ok);
  };
  // Boxes may have been ticked before hydration.
  useEffect(readForm, [quote.version, onChoose]);

  return (
    <Form
      ref={form}
      method="post"
      className="choices mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[1fr_24rem]"
      onChange={({ currentTarget }) => {
        readForm();
        clearValid(currentTarget);
      }}
      {...handlers}
    >
      {posted?.errors && (
        <div className="col-span-full empty:hidden">
          <ErrorSummary errors={errors} />
        </div>
      )}
      <div className="flex flex-col gap-6">
        <BasePrice quote={quote} />
        {quote.offers.length > 0 && (
          <fieldset>
            <legend className="display-3 mb-2 font-display">Add to your booking</legend>
            {quote.offers.map((key) => (
              <TickField key={key} name={fields[key]} defaultChecked={chosen[key]}>
                <span className="flex justify-between gap-4">
                  <span>{unbroken(addOnName(key, quote.hours))}</span>{" "}
                  <span className="shrink-0 whitespace-nowrap tabular-nums">
                    {formatMoney(quote.rates[key])}
                  </span>
                </span>
              </TickField>
            ))}
            <noscript>
              <button type="submit" name="intent" value="preview" className="button quiet">
                Update the total
              </button>
            </noscript>
          </fieldset>
        )}
        <PriceSummary sums={sumsOf(quote, price)} />
        <StudentRates quote={quote} />
        <input type="hidden" name="version" value={quote.version} />
        <input type="hidden" name="totalAmount" value={fromCents(price.total)} />
      </div>
      <div
        className={
          "no-print -mx-5 flex flex-col gap-4 self-start bg-raised px-5 py-8 " +
          "sm:mx-0 sm:px-8 lg:sticky lg:top-26"
        }
      >
        <h2 className="display-3">Accept this quote</h2>
        <Field
          name="clientName"
          label="Your full name"
          autoComplete="name"
          defaultValue={values?.clientName ?? quote.clientName}
          error={errors.clientName}
        />
        <Field
          name="clientEmail"
          label="Your email"
          type="email"
          autoComplete="email"
          defaultValue={values?.clientEmail ?? quote.clientEmail}
          error={errors.clientEmail}
          hint="We'll email your booking confirmation here."
        />
        <TickField
          name="acceptQuote"
          key={quote.version}
          defaultChecked={isSameVersion && values?.acceptQuote === "on"}
          error={errors.acceptQuote}
        >
          {acceptanceSentence(price.total)}
        </TickField>
        <div className="flex flex-wrap items-center gap-4">
          <button
            type="submit"
            className="button disabled:bg-surface!"
            disabled={sending || !valid}
            aria-describedby="why-disabled"
          >
            {sending ? "Submitting..." : "Accept Quote"}
          </button>
          <p id="why-disabled" className="text-soft">
            {valid ? "" : "Enter your name and email and tick the box to accept."}
          </p>
          <PrivacyLink className="link tall text-base" />
        </div>
      </div>
    </Form>
  );
}

type DeclineFormProps = { quote: PublicQuote; posted: FormState | undefined; sending: boolean };

export function DeclineForm({ quote, posted, sending }: DeclineFormProps) {
  const error = posted?.errors?.reason;
  return (
    <details className="no-print mt-10 border-t border-line pt-5" open={error !== undefined}>
      <summary className="link w-fit cursor-pointer pointer-coarse:py-2.5">
        Decline this quote
      </summary>
      <Form method="post" className="mt-4 flex flex-col items-start gap-4">
        <input type="hidden" name="intent" value="decline" />
        <input type="hidden" name="version" value={quote.version} />
        <div className="w-full">
          <TextField
            name="reason"
            label="Reason"
            optional
            rows={3}
            maxLength={quoteLimits.reasonMax}
            defaultValue={posted?.values?.reason}
            error={error}
          />
        </div>
        <button type="submit" className="button quiet" disabled={sending}>
          Decline Quote
        </button>
      </Form>
    </details>
  );
}
