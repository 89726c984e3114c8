import { randomUUID } from "node:crypto";
import { href, Link } from "react-router";
import { statementLimits, tooLargeStatement } from "#app/features/bank/model.ts";
import {
  getBookedLines,
  getDismissedLines,
  getLastBooking,
  getProposals,
} from "#app/features/bank/queries.server.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { restOf } from "#app/features/invoices/model.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswerTo } from "#app/ui/show-answer.ts";
import { Suggestions } from "#app/ui/admin/fields.tsx";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { ImportForm, ColumnForm } from "./form.tsx";
import {
  BookedLines,
  DismissedLines,
  ProposedLines,
  invoiceListId,
  groupLines,
  invoiceOption,
  type StatementFormState,
} from "./parts.tsx";
import type { Route } from "./+types/route";
import { answerStatementForms } from "./actions.server.ts";

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
