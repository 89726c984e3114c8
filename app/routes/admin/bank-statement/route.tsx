import { randomUUID } from "node:crypto";
import { href, Link, Form } from "react-router";
import { statementLimits, tooLargeStatement } from "#app/features/bank/model.ts";
import {
  getBookedLines,
  getDismissedLines,
  getLastBooking,
  getProposals,
} from "#app/features/bank/queries.server.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { restOf } from "#app/features/invoices/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormMessage, ErrorSummary, useFocusOnArrival } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswerTo } from "#app/ui/show-answer.ts";
import { Suggestions } from "#app/ui/admin/fields.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { guardNames } from "#app/features/intake/model.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { Field, TextField, TickField, SelectField } from "#app/ui/fields.tsx";
import type { ColumnChoice } from "#app/features/bank/columns.server.ts";
import {
  BookedLines,
  DismissedLines,
  ProposedLines,
  invoiceListId,
  groupLines,
  invoiceOption,
  type StatementFormState,
} from "./parts.tsx";
import { answerStatementForms } from "./actions.server.ts";
import type { Route } from "./+types/route";
import { orderLabels } from "#app/values/written-dates.ts";

export const handle = { title: "Bank Statement" };

export function loader({ context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the bank lines.", async () => {
    const { lines, open } = await getProposals(getDb(), by);
    return {
      formKey: randomUUID(),
      groups: groupLines(lines),
      options: open.map((invoice) => invoiceOption(invoice, restOf(invoice))),
      booked: await getBookedLines(getDb(), by),
      latest: await getLastBooking(getDb(), by),
      dismissed: await getDismissedLines(getDb(), by),
      invoicing: (await getBusinessDetails(getDb())).invoicing,
    };
  });
}

export const action = answerStatementForms;

export const clientAction = showAnswerTo<StatementFormState>(
  "import",
  statementLimits.bytes,
  tooLargeStatement,
);

export const shouldRevalidate = reloadAfterAnswer;

export default function BankStatement({
  loaderData: { formKey, groups, options, booked, latest, dismissed, invoicing },
  actionData,
}: Route.ComponentProps) {
  const posted: StatementFormState | undefined = actionData;
  // The form starts empty after an import, so that nothing is sent twice.
  const isOfImport = posted?.intent === "import" || posted?.intent === "columns";
  const isNew = groups.length + booked.length + dismissed.length === 0;
  return (
    <div className="flex flex-col gap-10">
      <div className="flex flex-col gap-4">
        <header>
          <BackLink to={href("/admin/money")}>Back to Money</BackLink>
          <h1 className="display-3">Bank statement</h1>
          <p className="mt-1 max-w-prose text-soft">
            See which invoice each payment is for. Nothing is recorded until you say so.
          </p>
        </header>
        {!invoicing && <InvoicingOff />}
        {posted?.message && (
          <FormMessage key={posted.message} ok={posted.ok}>
            <p>{posted.message}</p>
            {posted.detail && <p>{posted.detail}</p>}
          </FormMessage>
        )}
        {posted?.choice ? (
          <ColumnForm formKey={formKey} choice={posted.choice} posted={posted} />
        ) : (
          <div className="grid grid-cols-1 gap-x-10 gap-y-8 xl:grid-cols-2">
            <ImportForm
              key={isOfImport && posted.ok ? formKey : "typed"}
              formKey={formKey}
              posted={isOfImport ? posted : undefined}
            />
            <StatementExample className={isNew ? "" : "max-xl:hidden"} />
          </div>
        )}
      </div>
      {!posted?.choice && (
        <>
          <Suggestions id={invoiceListId} values={options} />
          {groups.map((shown) => (
            <ProposedLines key={shown.group} shown={shown} posted={posted} />
          ))}
          <BookedLines booked={booked} latest={latest} />
          <DismissedLines lines={dismissed} />
        </>
      )}
    </div>
  );
}

function InvoicingOff() {
  return (
    <p className="max-w-prose">
      Invoicing is off, so there are no new invoices for these payments.{" "}
      <Link to={href("/admin/money/settings")} className="link">
        Turn it on in your business details
      </Link>{" "}
      first.
    </p>
  );
}

const exampleColumns = ["Date", "Amount", "Text", "Balance"];
const exampleLines = [
  ["12/11/2026", "400.00", "INV-1234", "3120.50"],
  ["13/11/2026", "-62.10", "Sheet music", "3058.40"],
  ["16/11/2026", "90.00", "Ines Osei", "3148.40"],
] as const;

const isFigure = (column: number) => column === 1 || column === 3;
const align = (column: number) => (isFigure(column) ? "pr-6 text-right" : "pr-3 text-left");

function StatementExample({ className }: { className: string }) {
  return (
    <section
      aria-labelledby="example"
      className={`${className} xl:border-l xl:border-line xl:pl-10`}
    >
      <h2 id="example" className="display-3 mb-3">
        What the file looks like
      </h2>
      <table aria-labelledby="example" className="mb-4 w-full border-y border-brass tabular-nums">
        <thead>
          <tr>
            {exampleColumns.map((name, column) => (
              <th
                key={name}
                scope="col"
                className={`${cell} ${align(column)} text-sm font-semibold text-soft`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="text-base">
          {exampleLines.map((line) => (
            <tr key={line[0]} className="border-t border-line">
              {line.map((text, column) => (
                <td key={exampleColumns[column]} className={`${cell} ${align(column)}`}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="max-w-prose text-base text-soft">
        CommBank, ANZ, NAB and Westpac files are read as they are. For another bank, you'll say once
        what each column holds.
      </p>
      <h2 className="display-3 mt-8 mb-3">What happens next</h2>
      <ol className="flex max-w-prose list-decimal flex-col gap-2 pl-5 text-base marker:text-soft">
        <li>A payment with an invoice's reference and its exact amount is listed as certain.</li>
        <li>For the others, choose the invoice or say that there isn't one.</li>
        <li>Press Book to record a payment. You can undo it.</li>
      </ol>
    </section>
  );
}

const cell = "py-2 last:pr-0 sm:pr-10";

type ImportFormProps = {
  formKey: string;
  posted: StatementFormState | undefined;
};

/** `columns` asks for the columns even of a known bank. */
function ImportForm({ formKey, posted }: ImportFormProps) {
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

type ColumnFormProps = {
  formKey: string;
  choice: ColumnChoice;
  posted: StatementFormState;
};

function ColumnForm({ formKey, choice, posted }: ColumnFormProps) {
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
        options={orderLabels}
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
