import { type ComponentProps, useState } from "react";
import { Form } from "react-router";
import { FoldedSection } from "#app/ui/admin/folded.tsx";
import { Field, SelectField, TextField, TickField } from "#app/ui/fields.tsx";
import { FormFailure } from "#app/ui/form-messages.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import {
  type BusinessInput,
  businessSchema,
  type BusinessTexts,
  businessTexts,
  postedBusiness,
  businessLabels,
  gstBasisLabels,
  payIdKindLabels,
} from "#app/features/business/schema.ts";
import { type BusinessDetails, sessionInvoicingLabels } from "#app/features/business/model.ts";
import { readSeen } from "#app/values/stale-form.ts";
import type { SettingsState } from "./parts.tsx";

type Props = {
  details: BusinessDetails;
  next: string;
  issued: boolean;
  hasGst: boolean;
  posted: SettingsState | undefined;
};

export function BusinessForm({ details, next, issued, hasGst, posted }: Props) {
  const checked = usePostedForm(businessSchema(hasGst), posted);
  const { values, theirs = {} } = posted ?? {};
  const { errors } = checked;
  // Those that the form opened with or, after a refusal, the stored ones.
  const seen = readSeen(values?.seen, postedBusiness) ?? businessTexts(details);
  const version = values?.version ?? details.version;
  const shown: Readonly<Record<string, string>> = values ?? seen;
  const [kind, setKind] = useState(shown.payIdKind ?? "");
  const field = (name: keyof BusinessInput, hint?: string) => ({
    ...checked.field(name, seen[name]),
    label: businessLabels[name],
    hint: theirs[name] === undefined ? hint : meanwhile(theirs[name]),
    // The schema decides: what is required depends on other fields.
    required: false,
  });
  const isTold = (names: readonly (keyof BusinessInput)[]) =>
    names.some((name) => errors[name] !== undefined || theirs[name] !== undefined);
  // Unsaved input stays visible.
  const isOpenFirst = posted !== undefined;
  return (
    <Form {...checked.form} preventScrollReset={false}>
      <div className="mb-6 empty:hidden">
        {checked.summary}
        <FormFailure state={posted} />
      </div>
      <input type="hidden" name="intent" value="details" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="seen" value={JSON.stringify(seen)} />
      <FoldedSection
        label="Your business"
        line={businessLine(seen)}
        isOpenFirst={isOpenFirst || !seen.legalName || !seen.abn}
        hasError={isTold(["legalName", "tradingName", "abn", "postalAddress"])}
      >
        <div className={columns}>
          <Field
            {...field("legalName", "As it is registered with your ABN.")}
            autoComplete="name"
          />
          <Field
            optional
            {...field("tradingName", "Heads your invoices, if it isn't your legal name.")}
            autoComplete="organization"
          />
          <Field
            {...field("abn", "11 digits, as on the Australian Business Register.")}
            inputMode="numeric"
          />
          <TextField optional {...field("postalAddress")} rows={3} autoComplete="street-address" />
        </div>
      </FoldedSection>
      <FoldedSection
        label="How clients pay you"
        line={paymentLine(seen)}
        isOpenFirst={isOpenFirst || !(seen.payId || seen.accountNumber)}
        hasError={isTold(["payIdKind", "payId", "payIdName", "bsb", "accountNumber"])}
      >
        <div className="flex flex-col gap-5">
          <p className="text-soft">A PayID, a bank account, or both. They're on every invoice.</p>
          <div className={columns}>
            <SelectField
              {...field("payIdKind")}
              options={payIdKindLabels}
              onChange={({ currentTarget }) => setKind(currentTarget.value)}
            />
            <Field {...field("payId", payIdHints[kind as keyof typeof payIdHints])} />
            <Field {...field("payIdName", "The name that your client's bank shows for it.")} />
          </div>
          <div className={columns}>
            <Field {...field("bsb", "6 digits, such as 063-000.")} inputMode="numeric" />
            <Field {...field("accountNumber", "5 to 9 digits.")} inputMode="numeric" />
          </div>
          {issued && (
            <p className="max-w-prose text-soft">
              A change shows on your clients' invoice pages and PDFs at once. Emails already sent
              keep the old details: you can then send open invoices again from here. Leave the old
              account open until they're paid.
            </p>
          )}
        </div>
      </FoldedSection>
      <FoldedSection
        label="Invoices"
        line={invoicesLine(seen)}
        isOpenFirst
        hasError={isTold([
          "depositDays",
          "invoicePrefix",
          "invoicing",
          "sessionInvoicing",
          "gstBasis",
        ])}
      >
        <div className={columns}>
          <Field
            {...field(
              "depositDays",
              "A deposit is always due before the event, and never in under two days.",
            )}
            inputMode="numeric"
          />
          <PrefixField {...field("invoicePrefix")} stored={details.invoicePrefix} next={next} />
          {/* Aligns its text with the label beside it. */}
          <div className="sm:-mt-2">
            <TickField
              name="invoicing"
              defaultChecked={shown.invoicing === "on"}
              error={errors.invoicing}
            >
              <span className="font-semibold">Send invoices</span>
              <span className="block text-soft">
                Clients get the deposit invoice as they accept a quote. While this is off, no
                invoices or reminders go out.
              </span>
            </TickField>
          </div>
          <SelectField
            {...field(
              "sessionInvoicing",
              "Sessions with a price, at six in the evening of the day after, or of the first.",
            )}
            options={sessionInvoicingLabels}
          />
          <SelectField
            {...field("gstBasis", "As you told the ATO: the BAS figures follow it.")}
            options={gstBasisLabels}
          />
        </div>
      </FoldedSection>
      <p>
        <SubmitButton loading="Saving business details..." busy="Saving...">
          Save
        </SubmitButton>
      </p>
    </Form>
  );
}

type PrefixProps = ComponentProps<typeof Field> & {
  defaultValue: string;
  stored: string;
  next: string;
};

function PrefixField({ stored, next, ...field }: PrefixProps) {
  const [prefix, setPrefix] = useState(field.defaultValue);
  const typed = prefix.trim().toUpperCase();
  const number = `${typed}${next.slice(stored.length)}`;
  const isNew = typed !== stored && typed !== "";
  return (
    <div>
      <Field
        {...field}
        onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
        autoCapitalize="characters"
      />
      <p role="status" className={isNew ? "font-semibold" : "text-soft"}>
        {isNew ? `Next: ${number}. Issued numbers stay.` : `Next: ${next}`}
      </p>
    </div>
  );
}

const payIdHints = {
  "": "Choose its kind first.",
  email: "The email address you registered with your bank.",
  phone: "The Australian phone number you registered with your bank.",
  abn: "The ABN you registered with your bank.",
};

const meanwhile = (text: string) => (text ? `Changed meanwhile to: ${text}` : "Emptied meanwhile.");

const joined = (parts: readonly string[]) => parts.filter(Boolean).join(" · ");
const named = (name: string, value: string) =>
  value && `${name}\u00a0${value.replaceAll(" ", "\u00a0")}`;
const businessLine = ({ legalName, tradingName, abn }: BusinessTexts) =>
  joined([tradingName || legalName, named("ABN", abn)]);
const paymentLine = ({ payId, bsb, accountNumber }: BusinessTexts) =>
  joined([named("PayID", payId), named("BSB", bsb), named("account", accountNumber)]);
const invoicesLine = ({ invoicing, depositDays, invoicePrefix }: BusinessTexts) =>
  joined([
    invoicing ? "Sent when a quote is accepted" : "None are sent",
    `${depositDays}\u00a0days to pay`,
    named("numbers begin with", invoicePrefix),
  ]);

const columns = "grid gap-x-8 gap-y-5 sm:grid-cols-2";
