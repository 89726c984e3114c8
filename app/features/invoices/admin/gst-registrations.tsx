import { Form } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { type Registration, registrationSchema } from "#app/features/invoices/business-schema.ts";
import type { BusinessTexts } from "#app/features/invoices/business-texts.ts";
import { registrationInWords } from "#app/features/invoices/business-words.ts";

export type SettingsState = FormState & {
  /** The answered form: a period's id, `new` or `details`. */
  of?: string;
  /** The stored details, after a refusal of an outdated tab. */
  current?: { version: number; seen: BusinessTexts; theirs: Partial<BusinessTexts> };
};

type Props = {
  registrations: readonly (Registration & { id: string })[];
  posted: SettingsState | undefined;
  busy: boolean;
};

export function GstRegistrations({ registrations, posted, busy }: Props) {
  const answerOf = (form: string) => (posted?.of === form && !posted.ok ? posted : undefined);
  return (
    <section
      id="gst"
      aria-labelledby="gst-heading"
      className="flex flex-col gap-4 border-line max-xl:border-t max-xl:pt-4 xl:border-l xl:pl-8"
    >
      <h2 id="gst-heading" className="display-3">
        GST registration
      </h2>
      {posted?.ok && posted.of !== "details" && posted.of !== "task" && posted.message && (
        <FormMessage key={posted.message} ok>
          {posted.message}
        </FormMessage>
      )}
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
              <Period registration={registration} posted={answerOf(registration.id)} busy={busy} />
            </li>
          ))}
        </ul>
      )}
      <NewPeriod
        // Empties the form after a period was added.
        key={registrations.length}
        isFirst={registrations.length === 0}
        posted={answerOf("new")}
        busy={busy}
      />
    </section>
  );
}

function Period({
  registration: { id, starts, ends },
  posted,
  busy,
}: {
  registration: Registration & { id: string };
  posted: FormState | undefined;
  busy: boolean;
}) {
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
          busy={busy}
        />
      </OpenedForm>
      <ConfirmedAction
        id={`remove-${id}`}
        label="Remove"
        className="button quiet away min-h-11! px-4!"
        question="Remove this GST registration?"
        yes="Remove"
        values={{ intent: "remove", id, ...seen }}
        busy={busy}
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

function NewPeriod({
  isFirst,
  posted,
  busy,
}: {
  isFirst: boolean;
  posted: FormState | undefined;
  busy: boolean;
}) {
  return (
    <div className="openers">
      <OpenedForm
        label={isFirst ? "Add a registration" : "Add another"}
        isOpen={posted !== undefined}
      >
        <PeriodForm
          id="new"
          fields={{ starts: "", ends: "" }}
          hidden={{ intent: "add" }}
          posted={posted}
          submit="Add registration"
          busy={busy}
        />
      </OpenedForm>
    </div>
  );
}

function PeriodForm({
  id,
  fields,
  hidden,
  posted,
  submit,
  busy,
}: {
  id: string;
  fields: { starts: string; ends: string };
  hidden: Readonly<Record<string, string>>;
  posted: FormState | undefined;
  submit: string;
  busy: boolean;
}) {
  const { errors, handlers } = useFormErrors(registrationSchema, posted?.errors);
  const shown = (name: "starts" | "ends") => ({
    name,
    id: `${id}-${name}`,
    type: "date",
    defaultValue: posted?.values?.[name] ?? fields[name],
    error: errors[name],
  });
  return (
    <Form method="post" className="flex flex-col gap-3" preventScrollReset {...handlers}>
      {posted?.errors && <ErrorSummary errors={errors} prefix={`${id}-`} />}
      <FormFailure state={posted} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="grid gap-5 sm:max-xl:grid-cols-2">
        <Field {...shown("starts")} label="Registered from" />
        <Field
          {...shown("ends")}
          label="Last day"
          optional
          hint="Leave empty while you're registered."
        />
      </div>
      <p>
        <button type="submit" className="button quiet" disabled={busy}>
          {submit}
        </button>
      </p>
    </Form>
  );
}

const periodName = (period: Registration) => `From ${registrationInWords(period)}`;
