import { Form } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { Field, TextField, TickField } from "#app/ui/fields.tsx";
import type { StatementFormState } from "./form-state.ts";

type ImportFormProps = {
  formKey: string;
  posted: StatementFormState | undefined;
  busy: boolean;
};

/** `columns` asks for the columns even of a known bank. */
export function ImportForm({ formKey, posted, busy }: ImportFormProps) {
  const { errors = {}, values = {} } = posted?.form === "import" ? posted : {};
  return (
    <Form method="post" encType="multipart/form-data" className="flex max-w-2xl flex-col gap-4">
      <input type="hidden" name="intent" value="import" />
      <input type="hidden" name={guardNames.key} value={formKey} />
      <ErrorSummary errors={errors} />
      <Field
        name="file"
        type="file"
        label="CSV file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        hint="Export it from your bank's website. Lines you've imported before are left out."
        error={errors.file}
        required={false}
      />
      <div className="flex flex-col gap-1">
        <details open={Boolean(values.statement || errors.statement)}>
          <summary className="link min-h-11 cursor-pointer py-2">Paste it instead</summary>
          <div className="mt-3 flex flex-col gap-4">
            <TextField
              name="statement"
              label="Text of the statement"
              error={errors.statement}
              defaultValue={values.statement}
              spellCheck={false}
              rows={8}
              required={false}
            />
          </div>
        </details>
        <TickField name="columns" defaultChecked={values.columns === "on"}>
          Let me choose the columns
        </TickField>
      </div>
      <button type="submit" disabled={busy} className="button self-start">
        Check the Payments
      </button>
    </Form>
  );
}
