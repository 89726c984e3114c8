import type { ReactNode } from "react";
import { href, Link, Form } from "react-router";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import type { Day } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { countOf, formatCount } from "#app/values/wording.ts";
import type { BankLine, BookedLine, ProposedLine } from "#app/features/bank/queries.server.ts";
import type { ColumnChoice } from "#app/features/bank/columns.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import {
  type PayableInvoice,
  type Proposal,
  type Unmatched,
  tokenOf,
} from "#app/features/bank/proposals.ts";
import { grouped } from "#app/values/older-browsers.ts";

export type StatementFormState = FormState & { choice?: ColumnChoice };

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

type GroupProps = { shown: ShownGroup; posted: StatementFormState | undefined };

export function ProposedLines({ shown, posted }: GroupProps) {
  const { group, count, lines } = shown;
  const { label, note } = lineGroups[group];
  return (
    <section aria-labelledby={`group-${group}`} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id={`group-${group}`} className="display-3">
            {label} ({formatCount(count)})
          </h2>
          <p className="text-soft">{note}</p>
        </div>
        {group === "certain" && (
          <ActionButton intent="book" name="booking" values={lines.map(({ token }) => token)} main>
            Book {formatCount(lines.length)} certain
          </ActionButton>
        )}
        {group === "unmatched" && lines.length > 1 && (
          <ActionButton intent="set-aside" name="line" values={lines.map(({ id }) => id)}>
            None of these {formatCount(lines.length)} is for an invoice
          </ActionButton>
        )}
      </div>
      <Lines
        caption={label}
        rows={lines.map((line) => ({
          line,
          pays: proposed(line),
          actions: <LineActions line={line} posted={posted} />,
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
type BookedProps = { booked: readonly BookedLine[]; latest: readonly number[] };

export function BookedLines({ booked, latest }: BookedProps) {
  if (booked.length === 0) return null;
  return (
    <div className="flex flex-col items-start gap-3">
      {latest.length > 1 && (
        <ActionButton intent="undo" name="line" values={latest}>
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
              <ActionButton intent="undo" name="line" values={[line.id]}>
                Undo<span className="sr-only"> {line.text}</span>
              </ActionButton>
            ),
          }))}
        />
      </details>
    </div>
  );
}

export function DismissedLines({ lines }: { lines: readonly BankLine[] }) {
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
            <ActionButton intent="put-back" name="line" values={[line.id]}>
              Put back<span className="sr-only"> {line.text}</span>
            </ActionButton>
          ),
        }))}
      />
    </details>
  );
}

const loadingOf = {
  book: "Booking...",
  undo: "Undoing...",
  "set-aside": "Setting aside...",
  "put-back": "Putting back...",
};

type ActionButtonProps = {
  intent: keyof typeof loadingOf;
  name: "booking" | "line";
  values: readonly (string | number)[];
  main?: boolean;
  children: React.ReactNode;
};

function ActionButton({ intent, name, values, main, children }: ActionButtonProps) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      {values.map((value) => (
        <input key={value} type="hidden" name={name} value={value} />
      ))}
      <SubmitButton
        loading={loadingOf[intent]}
        className={main ? "button" : "button quiet min-h-11! px-4!"}
      >
        {children}
      </SubmitButton>
    </Form>
  );
}

export const invoiceListId = "open-invoices";

type LineProps = { line: ShownLine; posted: StatementFormState | undefined };

function ChooseInvoice({ line, posted }: LineProps) {
  const field = `invoice-${line.id}`;
  const error = posted?.errors?.[field];
  return (
    <Form method="post" className="flex flex-col gap-2 text-left">
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="line" value={line.id} />
      <label htmlFor={field} className="text-base">
        Pays invoice<span className="sr-only"> ({line.text})</span>
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={field}
          name="invoice"
          list={invoiceListId}
          required
          autoComplete="off"
          placeholder="Number or name"
          defaultValue={error && posted?.values?.invoice}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${field}-note`}
          className="min-h-11 w-44 rounded-sm border border-edge bg-field px-3"
        />
        <SubmitButton loading={loadingOf.book} className="button quiet min-h-11! px-4!">
          Book
        </SubmitButton>
      </div>
      <p id={`${field}-note`} className="font-semibold text-danger">
        {error}
      </p>
    </Form>
  );
}

function LineActions({ line, posted }: LineProps) {
  const others = (
    <div className="flex flex-col items-start gap-2">
      <ChooseInvoice line={line} posted={posted} />
      <ActionButton intent="set-aside" name="line" values={[line.id]}>
        Not for an invoice<span className="sr-only">: {line.text}</span>
      </ActionButton>
    </div>
  );
  if (line.invoices.length === 0) return others;
  return (
    <div className="flex flex-col items-end gap-1 md:items-start">
      <ActionButton intent="book" name="booking" values={[line.token]}>
        Book<span className="sr-only"> {line.text}</span>
      </ActionButton>
      <details open={posted?.errors?.[`invoice-${line.id}`] !== undefined}>
        <summary className="link min-h-11 cursor-pointer py-2">
          Something else<span className="sr-only">: {line.text}</span>
        </summary>
        {others}
      </details>
    </div>
  );
}

type NamedInvoice = { id: string; number: string | null; buyerName: string };

type ShownLine = ReturnType<typeof toShown>;

const lineGroups = {
  certain: {
    label: "Certain",
    note: "The reference is there and the amount is exactly what is owed.",
  },
  part: {
    label: "Part payments",
    note: "The reference is there, but the amount is less than what is owed.",
  },
  over: {
    label: "Overpayments",
    note: "The reference is there, but the amount is more than what is owed.",
  },
  likely: {
    label: "Likely",
    note: "No exact match, but the amount and the name or one of the references fit.",
  },
  unmatched: {
    label: "Unmatched",
    note: "Choose the invoice each one pays, or say that it isn't for an invoice.",
  },
} as const satisfies Record<ProposedLine["proposal"]["kind"], unknown>;

type LineGroup = keyof typeof lineGroups;

/** Lines shown of a group; all shown certain ones are booked at once. */
const shownOf = (group: LineGroup) => (group === "certain" ? 200 : 100);

type ShownGroup = { group: LineGroup; count: number; lines: ShownLine[] };

export function groupLines(lines: readonly ProposedLine[]): ShownGroup[] {
  const groups = grouped(lines, ({ proposal }) => proposal.kind);
  return (Object.keys(lineGroups) as LineGroup[]).flatMap((group) => {
    const all = (groups.get(group) ?? []).toReversed();
    const shown = all.slice(0, shownOf(group));
    if (all.length === 0) return [];
    return [{ group, count: all.length, lines: shown.map(toShown) }];
  });
}

function toShown(line: ProposedLine) {
  const { id, day, amount, text, proposal } = line;
  const invoices = proposal.kind === "unmatched" ? [] : proposal.parts.map((part) => part.invoice);
  return {
    id,
    day,
    amount,
    text,
    token: tokenOf(line),
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      buyerName: invoice.buyerName,
    })),
    note: noteOf(proposal),
  };
}

function noteOf(proposal: Proposal | Unmatched): string {
  if (proposal.kind === "unmatched") return proposal.named ? closedNote(proposal.named) : "";
  const { left, named } = proposal;
  if (named) return `It names ${named.number}, but this is what's left to pay here.`;
  if (left > 0) return `${formatMoney(left)} would still be owed.`;
  return left < 0 ? `${formatMoney(-left)} too much.` : "";
}

function closedNote({ number, voidedAt }: PayableInvoice): string {
  return voidedAt
    ? `It names ${number}, which was voided.`
    : `It names ${number}, which is already paid.`;
}

export function invoiceOption(invoice: NamedInvoice, rest: Cents): string {
  return [invoice.number, invoice.buyerName, formatMoney(rest)].filter(Boolean).join(" · ");
}
