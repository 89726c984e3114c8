import { randomUUID } from "node:crypto";
import { href, Form } from "react-router";
import {
  getBusinessSettings,
  listRegistrations,
  saveBusinessDetails,
  addRegistration,
  changeRegistration,
  type RegistrationOutcome,
  removeRegistration,
  setNextNumber,
} from "#app/features/business/settings.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { OpenedForm } from "#app/ui/admin/folded.tsx";
import { Field } from "#app/ui/fields.tsx";
import { SubmitButton, usePostedForm } from "#app/ui/admin/form.tsx";
import { type DocumentKind, documentKinds } from "#app/server/database/enums.ts";
import { BusinessForm } from "./form.tsx";
import {
  GstRegistrations,
  isPeriodAnswer,
  type SettingsState,
  IssuedWithoutGst,
  SentWithEarlierDetails,
} from "./parts.tsx";
import type { Route } from "./+types/route";
import {
  businessSchema,
  registrationSchema,
  businessTexts,
  postedBusiness,
  nextNumberSchema,
  nextNumberLabels,
} from "#app/features/business/schema.ts";
import { mergeTexts, readSeen } from "#app/values/stale-form.ts";
import { formValues, check } from "#app/values/rules.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { issuingRefusals } from "#app/features/business/model.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { listSentWithEarlierWays } from "#app/features/invoices/acceptance-email.server.tsx";
import { listWithoutGst, reissueWithGst } from "#app/features/ledger/corrections.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import { formatCount } from "#app/values/wording.ts";
import { answerForms, ownerAction } from "#app/routes/admin/form-actions.server.ts";

export const handle = { title: "Business details" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the business details.", async () => ({
    settings: await getBusinessSettings(getDb(), by),
    withEarlierWays: (await listSentWithEarlierWays(getDb(), by)).map(shown),
    withoutGst: (await listWithoutGst(getDb(), by)).map(shown),
    formKey: randomUUID(),
  }));
}

const shown = ({ id, number, buyerName, total }: Invoice) => ({ id, number, buyerName, total });

const notSaved = "Failed to save the GST registration";
const notRemoved = "Failed to remove the GST registration";

export const action = answerForms<SettingsState>({
  details: ownerAction({
    failure: "Failed to save the business details.",
    async run({ db, by, form, values }) {
      const hasGst = (await listRegistrations(db)).length > 0;
      const checked = check(businessSchema(hasGst), formValues(form));
      if (!checked.ok) return { ok: false, errors: checked.errors };
      const outcome = await saveBusinessDetails(db, by, Number(values.version), checked.value);
      if (outcome.ok) {
        const notice =
          outcome.next &&
          `Your next invoice will be ${outcome.next}. Numbers already issued stay as they are.`;
        return { ok: true, message: "Business details saved.", ...(notice && { notice }) };
      }
      if (outcome.reason === "invalid") return { ok: false, errors: outcome.errors };
      const stands = businessTexts(outcome.current);
      const seen = readSeen(values.seen, postedBusiness) ?? stands;
      const { texts, theirs } = mergeTexts(seen, postedBusiness(values), stands);
      const opened = { version: String(outcome.current.version), seen: JSON.stringify(stands) };
      const message =
        "Not saved: the details were changed meanwhile. What you typed is still here: check it and save again.";
      return { ok: false, message, values: { ...texts, ...opened }, theirs };
    },
  }),
  add: ownerAction({
    schema: registrationSchema,
    failure: `${notSaved}.`,
    async run({ db, by, input: { starts, ends } }) {
      const outcome = await addRegistration(db, by, { starts: starts!, ends });
      return registrationAnswer(outcome, "GST registration added.", notSaved);
    },
  }),
  change: ownerAction({
    schema: registrationSchema,
    failure: `${notSaved}.`,
    async run({ db, by, input: { starts, ends }, values }) {
      const { id = "" } = values;
      const change = { seen: seenPeriod(values), changed: { starts: starts!, ends } };
      const outcome = await changeRegistration(db, by, id, change);
      return registrationAnswer(outcome, "GST registration saved.", notSaved, id);
    },
  }),
  remove: ownerAction({
    failure: `${notRemoved}.`,
    async run({ db, by, values }) {
      const { id = "" } = values;
      const outcome = await removeRegistration(db, by, id, seenPeriod(values));
      return registrationAnswer(outcome, "GST registration removed.", notRemoved, id);
    },
  }),
  number: ownerAction({
    schema: nextNumberSchema,
    failure: "Failed to save the next number.",
    async run({ db, by, input: { kind, next } }) {
      const result = await setNextNumber(db, by, kind, next);
      if (result.ok) return { ok: true, message: "Next number saved." };
      const error = `Numbers only go up: ${result.next} is the lowest you can choose.`;
      return { ok: false, errors: { next: error } };
    },
  }),
  resend: ownerAction({
    failure: "Email not sent. Please try again.",
    async run({ db, by, values }) {
      const ids = (values.ids ?? "").split(" ").filter(Boolean);
      let sent = 0;
      for (const id of ids) {
        const result = await sendInvoice(db, by, id, new Date(), guardOf(values).key);
        if (result.ok) sent++;
      }
      if (sent > 0 && sent === ids.length)
        return { ok: true, message: "On its way, with your new bank details." };
      const message = `Sent ${formatCount(sent)} of ${formatCount(ids.length)}. Check the others.`;
      return { ok: false, message };
    },
  }),
  reissue: ownerAction({
    failure: "Failed to issue the tax invoice.",
    async run({ db, by, values }) {
      const result = await reissueWithGst(db, by, values.id ?? "");
      if (result.ok) {
        const message = `${result.invoice.number} takes the place of ${result.replaced.number}.`;
        return { ok: true, message };
      }
      const message =
        result.reason === "changed"
          ? "Not issued: this invoice was changed meanwhile."
          : issuingRefusals[result.reason];
      return { ok: false, message };
    },
  }),
});

export const clientAction = showAnswer<SettingsState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function MoneySettings({
  loaderData: { settings, withEarlierWays, withoutGst, formKey },
  actionData,
}: Route.ComponentProps) {
  const { details, registrations, next, numbers, issued } = settings;
  const answer: SettingsState | undefined = actionData;
  const isOfPeriod = isPeriodAnswer(answer);
  const isOfDetails = answer?.intent === "details";
  return (
    <div className="flex flex-col gap-8">
      <header>
        <BackLink to={href("/admin/money")}>Back to Money</BackLink>
        <h1 className="display-3">Business details</h1>
      </header>
      <FormFailure state={isOfPeriod || isOfDetails ? undefined : answer} />
      {answer?.ok && !isOfPeriod && answer.message && (
        <FormMessage ok>
          <p className="font-semibold">{answer.message}</p>
          {answer.notice && <p>{answer.notice}</p>}
        </FormMessage>
      )}
      <SentWithEarlierDetails invoices={withEarlierWays} formKey={formKey} />
      <IssuedWithoutGst invoices={withoutGst} />
      <div className="grid items-start gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <BusinessForm
          key={details.version}
          details={details}
          next={next}
          issued={issued}
          hasGst={registrations.length > 0}
          posted={isOfDetails && !answer.ok ? answer : undefined}
        />
        <div className="flex flex-col gap-6">
          <GstRegistrations registrations={registrations} posted={answer} />
          <NextNumbers numbers={numbers} posted={answer} />
        </div>
      </div>
    </div>
  );
}

/** The period as the page showed it, not as typed. */
function seenPeriod({ seenStarts = "", seenEnds }: Readonly<Record<string, string>>) {
  return { starts: seenStarts, ends: seenEnds || null };
}

function registrationAnswer(
  outcome: RegistrationOutcome,
  done: string,
  failed: string,
  id = "",
): SettingsState {
  if (outcome.ok) return { ok: true, message: done };
  if (outcome.reason === "invalid") return { ok: false, errors: { starts: outcome.message } };
  // The form then shows the changed period instead of what was typed.
  return { ok: false, message: `${failed}: it was changed meanwhile.`, values: { id } };
}

type NextNumbersProps = {
  numbers: Record<DocumentKind, number>;
  posted: SettingsState | undefined;
};

function NextNumbers({ numbers, posted }: NextNumbersProps) {
  const refused = posted?.intent === "number" && posted.errors ? posted : undefined;
  return (
    <div className="openers xl:pl-8">
      <OpenedForm label="Change the Next Number" isOpen={refused !== undefined}>
        <p className="mb-4 text-soft">
          Numbers only go up. Raise them when you come from other software, or after a backup was
          restored: past the last number you gave to anyone.
        </p>
        {documentKinds.map((kind) => (
          <NumberForm
            key={`${kind} ${numbers[kind]}`}
            kind={kind}
            next={numbers[kind]}
            posted={refused?.values?.kind === kind ? refused : undefined}
          />
        ))}
      </OpenedForm>
    </div>
  );
}

type NumberFormProps = { kind: DocumentKind; next: number; posted: SettingsState | undefined };

function NumberForm({ kind, next, posted }: NumberFormProps) {
  const { form, field } = usePostedForm(nextNumberSchema, posted);
  return (
    <Form {...form}>
      <input type="hidden" name="intent" value="number" />
      <input type="hidden" name="kind" value={kind} />
      <Field
        {...field("next", String(next))}
        id={`next-${kind}`}
        label={nextNumberLabels[kind]}
        inputMode="numeric"
        autoComplete="off"
        beside={
          <SubmitButton loading="Saving the next number..." className="button quiet">
            Save
          </SubmitButton>
        }
      />
    </Form>
  );
}
