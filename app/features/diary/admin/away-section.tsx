import { Form } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import type { HoursState } from "#app/features/services/hours.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { FoldedForm } from "#app/ui/admin/folded.tsx";
import { Field, SelectField, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary, FormFailure, FormMessage } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { awaySchema, titleOfAway } from "./schema.ts";
import type { FieldOf } from "./form-parts.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";

/** `when`: `Mon 21 Dec to Sun 10 Jan 2027`. `canUndo`: the emails of what was cancelled with it still wait. */
type ShownAway = { id: string; version: number; title: string; when: string; canUndo: boolean };

type AwaySectionProps = {
  away: readonly ShownAway[];
  formKey: string;
  today: string;
  posted: HoursState | undefined;
};

export function AwaySection({ away, formKey, today, posted }: AwaySectionProps) {
  const refused = posted?.intent === "away" && !posted.ok ? posted : undefined;
  return (
    <section id="away" aria-labelledby="away-heading" className="flex scroll-mt-8 flex-col gap-4">
      <h2 id="away-heading" className="display-3">
        Time away
      </h2>
      <p className="text-soft">Nobody can book while you're away.</p>
      {posted?.ok && posted.message && (
        <FormMessage key={posted.message} ok>
          {[posted.message, posted.notice].filter(Boolean).join(" ")}
        </FormMessage>
      )}
      {posted?.intent !== "away" && <FormFailure state={posted} />}
      {away.length > 0 && (
        <ul>
          {away.map(({ id, version, title, when, canUndo }) => (
            <li
              key={id}
              className="flex flex-wrap items-baseline gap-x-4 border-t border-line py-2"
            >
              <p className="min-w-0 grow wrap-anywhere">
                <span className="font-semibold">{when}</span>
                {title !== titleOfAway && <span className="block text-soft">{title}</span>}
              </p>
              {canUndo && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="undo-away" />
                  <input type="hidden" name="id" value={id} />
                  <SubmitButton loading="Undoing it..." className="link cursor-pointer py-2">
                    Undo, change nothing<span className="sr-only">: {when}</span>
                  </SubmitButton>
                </Form>
              )}
              <ConfirmedAction
                id={`remove-${id}`}
                label="Remove"
                describes={when}
                className="link cursor-pointer py-2"
                question="Remove this time away?"
                yes="Remove"
                loading="Removing your time away..."
                values={{ intent: "remove-away", id, version }}
              >
                <p>{when}. Visitors can book these days again.</p>
              </ConfirmedAction>
            </li>
          ))}
        </ul>
      )}
      <FoldedForm
        // One that was added leaves an empty form.
        key={away.length}
        label="Add time away"
        isOpen={refused !== undefined}
      >
        <AwayForm formKey={formKey} today={today} posted={refused} />
      </FoldedForm>
    </section>
  );
}

function AwayForm({ formKey, today, posted }: Omit<AwaySectionProps, "away">) {
  const { errors, handlers } = useFormErrors(awaySchema, posted?.errors);
  const values = posted?.values ?? {};
  const field: FieldOf = (name) => ({ name, defaultValue: values[name], error: errors[name] });
  return (
    <Form
      method="post"
      data-loading="Adding your time away..."
      className="flex flex-col gap-3"
      preventScrollReset
      {...handlers}
    >
      {/* Enter in a field presses the first button. */}
      <SubmitButton tabIndex={-1} aria-hidden="true" className="sr-only">
        Save time away
      </SubmitButton>
      {posted?.errors && <ErrorSummary errors={errors} />}
      {posted?.overlaps ? (
        <Overlaps
          overlaps={posted.overlaps}
          cancellable={posted.cancellable ?? []}
          message={posted.message}
          field={field}
        />
      ) : (
        <FormFailure state={posted} />
      )}
      <input type="hidden" name="intent" value="away" />
      <input type="hidden" name={guardNames.key} value={values[guardNames.key] ?? formKey} />
      <AwayFields field={field} today={today} />
      <p className="flex flex-wrap gap-3">
        <SubmitButton className="button quiet">Save time away</SubmitButton>
      </p>
    </Form>
  );
}

/** `today`: the first day to choose. */
export function AwayFields({ field, today }: { field: FieldOf; today?: string }) {
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_8.5rem] gap-3">
        <Field {...field("awayFrom")} type="date" label="Away from" min={today} />
        <Field {...field("awayFromTime")} type="time" label="Time" optional />
        <Field {...field("awayUntil")} type="date" label="Last day" min={today} />
        <Field {...field("awayUntilTime")} type="time" label="Time" optional />
      </div>
      <Field
        {...field("awayTitle")}
        label="What for"
        optional
        autoComplete="off"
        hint="Clients never see it."
      />
    </>
  );
}

type OverlapsProps = Required<Pick<HoursState, "overlaps" | "cancellable">> & {
  message: string | undefined;
  field: FieldOf;
};

function Overlaps({ overlaps, cancellable, message, field }: OverlapsProps) {
  const { defaultValue: before } = field("cancelled");
  // A choice that is no longer offered must not become another.
  const chosen = (choices: Readonly<Record<string, string>>) =>
    before === undefined
      ? undefined
      : (before.split("\n").find((line) => line !== "" && line in choices) ?? "");
  const others = overlaps.says.filter((said) => !cancellable.some(({ label }) => label === said));
  return (
    <FormMessage ok={false}>
      {message && <p>{message}</p>}
      <p className="font-semibold">
        {overlaps.keys.length === 1
          ? "Something is booked then:"
          : `${overlaps.keys.length} things are booked then:`}
      </p>
      <ul className="mb-5">
        {cancellable.map(({ label, choices }, index) => (
          <li key={label} className="py-1 wrap-anywhere">
            <SelectField
              id={`cancelled-${index}`}
              name="cancelled"
              label={label}
              options={choices}
              defaultValue={chosen(choices)}
            />
          </li>
        ))}
        {others.map((overlap) => (
          <li key={overlap} className="wrap-anywhere">
            {overlap}
          </li>
        ))}
      </ul>
      <input type="hidden" name="over" value={overlaps.keys.join(" ")} />
      {cancellable.length > 0 && (
        <TextField
          {...field("reason")}
          label="A word to each of them"
          hint="It's in the email that each of them gets."
          rows={2}
          optional
        />
      )}
      <p className="mt-3 flex flex-wrap gap-3">
        {cancellable.length > 0 && (
          <SubmitButton name="sure" value="cancel">
            Add it and email them
          </SubmitButton>
        )}
        <SubmitButton
          name="sure"
          value="yes"
          className={cancellable.length > 0 ? "button quiet" : "button"}
        >
          Add it anyway
        </SubmitButton>
      </p>
    </FormMessage>
  );
}
