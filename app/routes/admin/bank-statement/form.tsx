import { Form, href, Link } from "react-router";
import { guardNames } from "#app/features/intake/model.ts";
import { ErrorSummary, useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { Field, TextField, TickField, SelectField } from "#app/ui/fields.tsx";
import type { ColumnChoice } from "#app/features/bank/columns.server.ts";
import type { StatementFormState } from "./parts.tsx";

type ImportFormProps = {
  formKey: string;
  posted: StatementFormState | undefined;
};

/** `columns` asks for the columns even of a known bank. */
export function ImportForm({ formKey, posted }: ImportFormProps) {
  const { errors = {}, values = {} } = posted ?? {};
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
      <SubmitButton loading={reading} className="button self-start">
        Check the Payments
      </SubmitButton>
    </Form>
  );
}

const reading = "Reading the statement...";

const uses = {
  "": "Nothing I need",
  date: "The date",
  text: "The bank's text",
  amount: "The amount, negative for money out",
  credit: "The amount of money in",
  direction: "Whether it came in or went out",
};

const directions = { "": "Choose", in: "Money in", out: "Money out" };

const orders = {
  "": "As the dates themselves show",
  "day-first": "Day first: 3/9 is 3 September",
  "month-first": "Month first: 9/3 is 3 September",
};

type ColumnFormProps = {
  formKey: string;
  choice: ColumnChoice;
  posted: StatementFormState;
};

export function ColumnForm({ formKey, choice, posted }: ColumnFormProps) {
  const { errors = {}, values = {} } = posted;
  return (
    <Form method="post" encType="multipart/form-data" className="flex max-w-2xl flex-col gap-5">
      <h2 ref={useFocusOnArrival<HTMLHeadingElement>()} tabIndex={-1} className="display-3">
        What do these columns hold?
      </h2>
      <p>Choose once: the next statement with these columns is read the same way.</p>
      <ErrorSummary errors={errors} />
      <input type="hidden" name="intent" value="columns" />
      <input type="hidden" name={guardNames.key} value={formKey} />
      <input type="hidden" name="statement" value={values.statement} />
      <input type="hidden" name="fileName" value={values.fileName} />
      {choice.columns.map(({ field, name, examples, use }) => (
        <SelectField
          key={field}
          name={field}
          label={name}
          hint={examples.length > 0 ? `Such as ${examples.join(" · ")}` : "Empty in the first rows"}
          error={errors[field]}
          options={uses}
          defaultValue={values[field] ?? use}
        />
      ))}
      {choice.words.map(({ field, word, direction }) => (
        <div key={field}>
          <input type="hidden" name="words" value={word} />
          <SelectField
            name={field}
            label={word ? `“${word}” means` : "An empty cell means"}
            error={errors[field]}
            options={directions}
            defaultValue={values[field] ?? direction}
          />
        </div>
      ))}
      <SelectField
        name="order"
        label="Dates are written"
        error={errors.order}
        options={orders}
        defaultValue={values.order ?? choice.order}
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton loading={reading}>Check the Payments</SubmitButton>
        <Link to={href("/admin/money/import")} className="button quiet">
          Cancel
        </Link>
      </div>
    </Form>
  );
}
