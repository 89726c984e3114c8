import { packageName } from "#app/features/diary/session-lines.ts";
import { Form, href, Link } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { paymentMethodLabels } from "#app/features/invoices/payments.ts";
import { offerKey, type PackageOffer } from "#app/features/packages/model.ts";
import { saleSchema } from "#app/features/packages/schema.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { FoldedForm } from "#app/ui/admin/folded-form.tsx";
import { Field, SelectField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { Day } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";

export type SellFormProps = {
  offers: readonly PackageOffer[];
  /** Why no invoice can be issued. */
  refusal: "off" | "incomplete" | null;
  formKey: string;
  today: Day;
  posted: FormState | undefined;
  busy: boolean;
};

export function SellForm({ offers, refusal, formKey, today, posted, busy }: SellFormProps) {
  const refused = posted?.ok === false && posted.values?.intent === "sell-package" ? posted : null;
  const { errors, handlers } = useFormErrors(saleSchema, refused?.errors);
  if (refusal === "off" || offers.length === 0) return null;
  if (refusal)
    return (
      <p className="text-soft">
        To sell one, complete your{" "}
        <Link className="link" to={href("/admin/money/settings")}>
          business details
        </Link>
        .
      </p>
    );
  const values = refused?.values ?? {};
  return (
    <FoldedForm key={formKey} label="Sell a package" isOpen={refused !== null}>
      <Form method="post" className="flex flex-col gap-3" preventScrollReset {...handlers}>
        {refused?.errors && <ErrorSummary errors={errors} />}
        <input type="hidden" name="intent" value="sell-package" />
        <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
        <SelectField
          name="offer"
          label="Package"
          defaultValue={values.offer}
          error={errors.offer}
          options={Object.fromEntries(
            offers.map((offer) => [
              offerKey(offer),
              `${packageName(offer.sessions, offer.minutes)}, ${formatMoney(offer.price)}`,
            ]),
          )}
        />
        <SelectField
          name="paidBy"
          label="Paid"
          defaultValue={values.paidBy}
          hint="Until it's paid, one session is taken from it."
          options={{ "": "Not yet: email the invoice", ...paymentMethodLabels }}
        />
        <Field
          name="expiresOn"
          type="date"
          label="Last day of a session"
          min={today}
          defaultValue={values.expiresOn}
          error={errors.expiresOn}
          optional
        />
        <button type="submit" className="button self-start" disabled={busy}>
          {busy ? "Working..." : "Sell It"}
        </button>
      </Form>
    </FoldedForm>
  );
}
