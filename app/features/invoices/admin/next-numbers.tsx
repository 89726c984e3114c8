import { Form } from "react-router";
import { nextNumberSchema } from "#app/features/invoices/business-schema.ts";
import { nextNumberLabels } from "#app/features/invoices/business-words.ts";
import { type DocumentKind, documentKinds } from "#app/server/database/enums.ts";
import { OpenedForm } from "#app/ui/admin/opened-form.tsx";
import { Field } from "#app/ui/fields.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import type { SettingsState } from "./gst-registrations.tsx";

type NextNumbersProps = {
  numbers: Record<DocumentKind, number>;
  posted: SettingsState | undefined;
  busy: boolean;
};

export function NextNumbers({ numbers, posted, busy }: NextNumbersProps) {
  const answerOf = (kind: DocumentKind) =>
    posted?.of === `number ${kind}` && !posted.ok ? posted : undefined;
  return (
    <div className="openers xl:pl-8">
      <OpenedForm
        label="Change the Next Number"
        isOpen={documentKinds.some((kind) => answerOf(kind) !== undefined)}
      >
        <p className="mb-4 text-soft">
          Numbers only go up. Raise them when you come from other software, or after a backup was
          restored: past the last number you gave to anyone.
        </p>
        {documentKinds.map((kind) => (
          <NumberForm
            key={`${kind} ${numbers[kind]}`}
            kind={kind}
            next={numbers[kind]}
            posted={answerOf(kind)}
            busy={busy}
          />
        ))}
      </OpenedForm>
    </div>
  );
}

type NumberFormProps = {
  kind: DocumentKind;
  next: number;
  posted: SettingsState | undefined;
  busy: boolean;
};

function NumberForm({ kind, next, posted, busy }: NumberFormProps) {
  const { errors, handlers } = useFormErrors(nextNumberSchema, posted?.errors);
  return (
    <Form method="post" preventScrollReset {...handlers}>
      <input type="hidden" name="intent" value="number" />
      <input type="hidden" name="kind" value={kind} />
      <Field
        name="next"
        id={`next-${kind}`}
        label={nextNumberLabels[kind]}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={posted?.values?.next ?? String(next)}
        error={errors.next}
        beside={
          <button type="submit" className="button quiet" disabled={busy}>
            Save
          </button>
        }
      />
    </Form>
  );
}
