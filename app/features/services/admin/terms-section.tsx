import { Form } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { FoldedForm } from "#app/ui/admin/folded-form.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { termSchema } from "../hours-schema.ts";
import type { HoursState } from "./hours-state.ts";

/** `when`: `Wed 28 Jan to Thu 2 Apr`. */
export type ShownTerm = { id: string; name: string; when: string };

type TermsProps = {
  terms: readonly ShownTerm[];
  formKey: string;
  posted: HoursState | undefined;
  busy: boolean;
};

export function TermsSection({ terms, formKey, posted, busy }: TermsProps) {
  const refused = posted?.of === "term" && !posted.ok ? posted : undefined;
  return (
    <section id="terms" aria-labelledby="terms-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="terms-heading" className="display-3">
        Terms
      </h2>
      <p className="text-soft">Lessons can repeat to the end of one. Nobody else sees them.</p>
      {posted?.ok && posted.message && (
        <FormMessage key={posted.message} ok>
          {posted.message}
        </FormMessage>
      )}
      <ul className="empty:hidden">
        {terms.map(({ id, name, when }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2">
            <p className="min-w-0 grow wrap-anywhere">
              <span className="font-semibold">{name}</span> {when}
            </p>
            <ConfirmedAction
              id={`remove-${id}`}
              label="Remove"
              describes={name}
              className="link cursor-pointer py-2"
              question={`Remove ${name}?`}
              yes="Remove"
              values={{ intent: "remove-term", id }}
              busy={busy}
            >
              <p>The lessons that were made to its end stay.</p>
            </ConfirmedAction>
          </li>
        ))}
      </ul>
      <FoldedForm key={terms.length} label="Add a term" isOpen={refused !== undefined}>
        <TermForm formKey={formKey} posted={refused} busy={busy} />
      </FoldedForm>
    </section>
  );
}

function TermForm({ formKey, posted, busy }: Omit<TermsProps, "terms">) {
  const { errors, handlers } = useFormErrors(termSchema, posted?.errors);
  const values = posted?.values ?? {};
  const field = (name: "termName" | "termFrom" | "termUntil") => ({
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <Form method="post" className="flex flex-col gap-3" preventScrollReset {...handlers}>
      {posted?.errors && <ErrorSummary errors={errors} />}
      <FormFailure state={posted} />
      <input type="hidden" name="intent" value="term" />
      <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
      <Field {...field("termName")} label="Name" hint="Such as Term 1, 2027." autoComplete="off" />
      <div className="grid grid-cols-2 gap-3">
        <Field {...field("termFrom")} type="date" label="First day" />
        <Field {...field("termUntil")} type="date" label="Last day" />
      </div>
      <button type="submit" className="button quiet self-start" disabled={busy}>
        Save term
      </button>
    </Form>
  );
}
