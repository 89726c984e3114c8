import { useEffect, useRef, useState } from "react";
import { Form } from "react-router";
import type { FormState } from "#app/server/http.server.ts";
import { ErrorSummary, Field, FormMessage, TickField, useFormErrors } from "#app/ui/form.tsx";
import { formatMoney, fromCents } from "#app/values/money.ts";
import { check, formValues } from "#app/values/rules.ts";
import { addOnNames, type AddOns, hoursOf, noAddOns, priceOf, type PublicQuote } from "./model.ts";
import { PriceSummary } from "./price-summary.tsx";
import { acceptanceSchema } from "./schema.ts";
import { acceptanceWords } from "./words.ts";

const fields: Record<keyof AddOns, string> = { rehearsal: "wantsRehearsal", extraHour: "wantsExtraHour" };

/** Add-ons, the price they make, and the acceptance. Figures follow the ticks; without scripts a button asks for them. */
export function AcceptanceForm({ quote, posted, sending }: { quote: PublicQuote; posted: FormState | undefined; sending: boolean }) {
  const values = posted?.values;
  const form = useRef<HTMLFormElement>(null);
  const [addOns, setAddOns] = useState<AddOns>({ rehearsal: values?.wantsRehearsal === "on", extraHour: values?.wantsExtraHour === "on" });
  // Until scripts run the button must work; from then on it waits for a valid form.
  const [valid, setValid] = useState(true);
  const { errors, handlers } = useFormErrors(acceptanceSchema, posted?.errors);
  const price = priceOf(quote.rates, addOns);

  const read = () => {
    const entered = new FormData(form.current!);
    setAddOns({ rehearsal: entered.has(fields.rehearsal), extraHour: entered.has(fields.extraHour) });
    setValid(check(acceptanceSchema, formValues(entered)).ok);
  };
  // What was ticked before this code arrived counts too.
  useEffect(read, []);

  return (
    <Form ref={form} method="post" className="mt-8 flex flex-col gap-6" onChange={read} {...handlers}>
      {posted && !posted.ok && !posted.errors && !posted.message && (
        <FormMessage ok={false}>
          <p className="font-semibold">{acceptanceWords.failure.title}</p>
          <p>{acceptanceWords.failure.detail}</p>
        </FormMessage>
      )}
      <ErrorSummary errors={posted?.errors ? errors : {}} />
      {quote.livePiano && (
        <>
          <p className="flex justify-between gap-4">
            <span>Live piano, {hoursOf(noAddOns)}</span>
            <span className="tabular-nums">{formatMoney(quote.rates.base)}</span>
          </p>
          <fieldset>
            <legend className="display-3 mb-2 w-full border-t border-line pt-5 font-display">Add to your booking</legend>
            {(Object.keys(fields) as (keyof AddOns)[]).map((key) => (
              <TickField key={key} name={fields[key]} defaultChecked={addOns[key]}>
                {addOnNames[key]}, <span className="whitespace-nowrap">{formatMoney(quote.rates[key])}</span>
              </TickField>
            ))}
            <noscript>
              <button type="submit" name="intent" value="preview" className="button quiet">
                Update the total
              </button>
            </noscript>
          </fieldset>
        </>
      )}
      <PriceSummary price={price} balanceDue={quote.balanceDue} />
      <input type="hidden" name="totalAmount" value={fromCents(price.total)} />
      <h2 className="display-3">Accept this quote</h2>
      <Field name="clientName" label="Your full name" autoComplete="name" defaultValue={values?.clientName ?? quote.clientName} error={errors.clientName} />
      <Field name="clientEmail" label="Your email" type="email" autoComplete="email" defaultValue={values?.clientEmail ?? quote.clientEmail} error={errors.clientEmail} hint="Your receipt goes to this address." />
      <TickField name="acceptQuote" defaultChecked={values?.acceptQuote === "on"} error={errors.acceptQuote}>
        I accept this quote, its total of {formatMoney(price.total)} and its terms of payment.
      </TickField>
      <div className="flex flex-wrap items-center gap-4">
        <button type="submit" className="button" disabled={sending || !valid} aria-describedby="why-disabled">
          {sending ? "Submitting..." : "Accept Quote"}
        </button>
        <p id="why-disabled" className="text-soft">
          {valid ? "" : "Enter your name and email and tick the box to accept."}
        </p>
      </div>
    </Form>
  );
}
