import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import type { BankLine, BookedLine } from "../queries.server.ts";
import {
  groupLabels,
  groupNotes,
  type NamedInvoice,
  type ShownGroup,
  type ShownLine,
} from "../shown.ts";
import type { StatementFormState } from "./form-state.ts";
import { ActionButton, LineActions } from "./line-actions.tsx";

const InvoiceNames = ({ invoices }: { invoices: readonly NamedInvoice[] }) => (
  <>
    {invoices.map(({ id, number, buyerName }) => (
      <span key={id} className="block">
        <Link to={href("/admin/money/invoices/:id", { id })} className="link">
          {number}
        </Link>{" "}
        · {buyerName}
      </span>
    ))}
  </>
);

type TableRow = {
  line: { id: number; day: Day; amount: Cents; text: string };
  pays: ReactNode;
  actions: ReactNode;
};

function Lines({ rows, caption }: { rows: readonly TableRow[]; caption: string }) {
  return (
    <table className="table">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Bank's text</th>
          <th scope="col">Pays</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ line, pays, actions }) => (
          <tr key={line.id}>
            <td data-label="Day" className="whitespace-nowrap">
              <OnDay day={line.day} />
            </td>
            <td data-label="Amount" className="number">
              {formatMoney(line.amount)}
            </td>
            <td data-label="Bank's text" className="wrap-anywhere md:w-1/4">
              {line.text}
            </td>
            <td data-label="Pays" className={pays ? undefined : "max-md:hidden!"}>
              <div>{pays}</div>
            </td>
            <td data-label="Actions">{actions}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const proposed = ({ invoices, note }: ShownLine) =>
  (invoices.length > 0 || note) && (
    <>
      <InvoiceNames invoices={invoices} />
      {note && <span className="block text-soft">{note}</span>}
    </>
  );

type GroupProps = { shown: ShownGroup; posted: StatementFormState | undefined; busy: boolean };

export function ProposedLines({ shown, posted, busy }: GroupProps) {
  const { group, count, lines } = shown;
  return (
    <section aria-labelledby={`group-${group}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={`group-${group}`} className="display-3">
            {groupLabels[group]} ({formatCount(count)})
          </h2>
          <p className="text-soft">{groupNotes[group]}</p>
        </div>
        {group === "certain" && (
          <ActionButton
            intent="book"
            name="booking"
            values={lines.map(({ token }) => token)}
            busy={busy}
            main
          >
            Book {formatCount(lines.length)} certain
          </ActionButton>
        )}
        {group === "unmatched" && lines.length > 1 && (
          <ActionButton
            intent="set-aside"
            name="line"
            values={lines.map(({ id }) => id)}
            busy={busy}
          >
            None of these {formatCount(lines.length)} is for an invoice
          </ActionButton>
        )}
      </div>
      <Lines
        caption={groupLabels[group]}
        rows={lines.map((line) => ({
          line,
          pays: proposed(line),
          actions: <LineActions line={line} posted={posted} busy={busy} />,
        }))}
      />
      {lines.length < count && (
        <p className="text-soft">
          The first {formatCount(lines.length)} of {formatCount(count)}; the others follow once
          these are done.
        </p>
      )}
    </section>
  );
}

/** `latest`: the ids of the lines booked together last. */
type BookedProps = { booked: readonly BookedLine[]; latest: readonly number[]; busy: boolean };

export function BookedLines({ booked, latest, busy }: BookedProps) {
  if (booked.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      {latest.length > 1 && (
        <ActionButton intent="undo" name="line" values={latest} busy={busy}>
          Undo the last {countOf(latest.length, "booking")}
        </ActionButton>
      )}
      <details className="w-full">
        <summary className="display-3 min-h-11 cursor-pointer">Booked</summary>
        <Lines
          caption="Booked"
          rows={booked.map(({ line, invoices }) => ({
            line,
            pays: <InvoiceNames invoices={invoices} />,
            actions: (
              <ActionButton intent="undo" name="line" values={[line.id]} busy={busy}>
                Undo<span className="sr-only"> {line.text}</span>
              </ActionButton>
            ),
          }))}
        />
      </details>
    </div>
  );
}

export function DismissedLines({ lines, busy }: { lines: readonly BankLine[]; busy: boolean }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary className="display-3 min-h-11 cursor-pointer">Not for an invoice</summary>
      <Lines
        caption="Not for an invoice"
        rows={lines.map((line) => ({
          line,
          pays: "No invoice",
          actions: (
            <ActionButton intent="put-back" name="line" values={[line.id]} busy={busy}>
              Put back<span className="sr-only"> {line.text}</span>
            </ActionButton>
          ),
        }))}
      />
    </details>
  );
}
