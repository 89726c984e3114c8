import { randomUUID } from "node:crypto";
import { Form, href, Link } from "react-router";
import { guardNames, guardOf } from "#app/features/intake/model.ts";
import {
  getStatement,
  emailStatement,
  type AccountStatement,
} from "#app/features/ledger/statement.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { Field } from "#app/ui/fields.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { isDay, shortDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { Badge } from "#app/ui/badge.tsx";
import { formatMoney } from "#app/values/money.ts";
import { answerForms, ownerAction } from "./form-actions.server.ts";
import { load } from "./load.server.ts";
import type { Route } from "./+types/client-statement";

export const handle = { title: "Statement of account" };

/** `?from`: the first day; without it a year of whole months. */
export function loader({ request, params: { email }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  return load("Failed to load the statement.", async () => ({
    email,
    statement: await getStatement(getDb(), by, email, dayIn(request.url)),
    formKey: randomUUID(),
  }));
}

function dayIn(url: string) {
  const from = new URL(url).searchParams.get("from") ?? "";
  return isDay(from) ? from : null;
}

export function action(args: Route.ActionArgs) {
  const { email } = args.params;
  const from = dayIn(args.request.url);
  const send = ownerAction({
    failure: "Email not sent. Please try again.",
    async run({ db, by, values }) {
      const { ok } = await emailStatement(db, by, { email, from, key: guardOf(values).key });
      return ok
        ? { ok, message: "The statement is on its way." }
        : { ok, message: "Not sent: there's nothing on it.", status: 422 };
    },
  });
  return answerForms({ send }, () => "send")(args);
}

export const clientAction = showAnswer;

export const shouldRevalidate = reloadAfterAnswer;

export default function ClientStatement({ loaderData, actionData }: Route.ComponentProps) {
  const { email, statement, formKey } = loaderData;
  return (
    <article className="flex max-w-4xl flex-col gap-6">
      <div>
        <BackLink to={href("/admin/clients/:email", { email })}>Back to the Client</BackLink>
        <h1 className="display-3">Statement of account</h1>
        <p className="wrap-anywhere">{[statement.name, email].filter(Boolean).join(", ")}</p>
      </div>
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      <div className="no-print flex flex-wrap items-end gap-3">
        <Form className="flex items-end gap-3 [&_[id$=-note]:empty]:hidden">
          <Field
            name="from"
            type="date"
            label="From"
            max={statement.until}
            defaultValue={statement.from}
            key={statement.from}
          />
          <button type="submit" className="button quiet">
            Show
          </button>
        </Form>
        <a
          className="button quiet"
          href={`${href("/admin/clients/:email/statement.pdf", { email })}?from=${statement.from}`}
        >
          PDF
        </a>
        <ConfirmedAction
          id="email-statement"
          label="Email It"
          className="button"
          question="Email this statement?"
          yes="Email it"
          loading="Sending email..."
          values={{ [guardNames.key]: formKey }}
        >
          <p>{`${email} gets it, with the PDF of each open invoice.`}</p>
        </ConfirmedAction>
      </div>
      <AccountTable statement={statement} />
    </article>
  );
}

const cell = "border-t border-line py-2 align-top";
const money = `${cell} pl-4 text-right whitespace-nowrap tabular-nums`;

function AccountTable({ statement }: { statement: AccountStatement }) {
  const { until, brought, lines, balance, toPay } = statement;
  return (
    <table className="w-full text-base">
      <thead>
        <tr className="text-left">
          <th className="pb-2 font-semibold">Date</th>
          <th className="pb-2 pl-4 font-semibold">What</th>
          <th className="pb-2 pl-4 text-right font-semibold">Amount</th>
          <th className="pb-2 pl-4 text-right font-semibold">Balance</th>
        </tr>
      </thead>
      <tbody>
        {brought !== 0 && (
          <tr>
            <td className={cell} colSpan={3}>
              Brought forward
            </td>
            <td className={money}>{formatMoney(brought)}</td>
          </tr>
        )}
        {lines.map(({ day, text, amount, balance: after, invoiceId, isOpen }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two payments of a day may be alike
          <tr key={index}>
            <td className={`${cell} whitespace-nowrap`}>{shortDay(day, until)}</td>
            <td className={`${cell} pl-4 wrap-anywhere`}>
              <Link className="link" to={href("/admin/money/invoices/:id", { id: invoiceId })}>
                {text}
              </Link>{" "}
              {isOpen && <Badge tone="waiting">Open</Badge>}
            </td>
            <td className={money}>{formatMoney(amount)}</td>
            <td className={money}>{formatMoney(after)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <td className={cell} colSpan={3}>
            Balance
          </td>
          <td className={money}>{formatMoney(balance)}</td>
        </tr>
        {toPay !== balance && (
          <tr>
            <td className="py-2" colSpan={3}>
              To pay now
            </td>
            <td className="py-2 pl-4 text-right tabular-nums">{formatMoney(toPay)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
