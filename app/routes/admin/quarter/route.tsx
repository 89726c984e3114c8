import { data, href, Link, redirect, Form } from "react-router";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  addQuarters,
  quarterInWords,
  quarterOf,
  readQuarter,
  spanOf,
  type Figures,
} from "#app/features/ledger/quarter.ts";
import {
  firstQuarter,
  getFigures,
  getLodged,
  markLodged,
  type QuarterFigures,
  type SaleLine,
} from "#app/features/ledger/quarter.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { readForm } from "#app/server/http/forms.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { melbourneDay, type Day } from "#app/values/calendar.ts";
import { currentAdministrator, currentOwner } from "#app/features/auth/session.server.ts";
import { load } from "#app/routes/admin/load.server.ts";
import { FileLink } from "#app/ui/admin/access.tsx";
import type { ReactNode } from "react";
import type { GstBasis } from "#app/server/database/enums.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { paymentKind, paymentMethodLabels } from "#app/features/invoices/model.ts";
import { Badge } from "#app/ui/badge.tsx";
import { LinkedRow } from "#app/ui/admin/list.tsx";
import { InvoiceBadge } from "#app/features/ledger/invoice-panel.tsx";
import type { Route } from "./+types/route";

export const handle = { title: "Money" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const quarter = readQuarter(params.quarter);
  if (!quarter) throw data("There is no such quarter.", 404);
  return load("Failed to load this quarter.", async () => {
    const figures = await getFigures(getDb(), by, spanOf(quarter));
    const first = await firstQuarter(getDb(), by);
    const today = melbourneDay(new Date());
    const current = quarterOf(today);
    const previous = first && first < quarter ? addQuarters(quarter, -1) : null;
    const lodgedAt = (await getLodged(getDb())).get(quarter) ?? null;
    const { gstBasis } = await getBusinessDetails(getDb());
    const before = previous ? await getFigures(getDb(), by, spanOf(previous)) : null;
    return {
      quarter,
      figures,
      before: before && { issued: before.issued, received: before.received },
      lodgedOn: lodgedAt && melbourneDay(lodgedAt),
      gstBasis,
      soFar: quarter === current ? today : null,
      previous,
      next: quarter < current ? addQuarters(quarter, 1) : null,
    };
  });
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const quarter = readQuarter(params.quarter);
  if (!quarter) throw data("There is no such quarter.", 404);
  const isLodged = (await readForm(request)).get("lodged") === "yes";
  const { ok } = await markLodged(getDb(), currentOwner(context), { quarter, isLodged });
  if (!ok) throw data("A quarter can be lodged once it has ended.", 409);
  return redirect(pageOf(quarter));
}

const pageOf = (quarter: string) => href("/admin/money/quarter/:quarter", { quarter });

export default function QuarterPage({
  loaderData: { quarter, figures, before, soFar, previous, next, lodgedOn, gstBasis },
}: Route.ComponentProps) {
  return (
    <div className="flex flex-col gap-10">
      <header className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <div>
          <BackLink to={href("/admin/money")}>Back to Money</BackLink>
          <h1 className="display-3">{quarterInWords(quarter)}</h1>
          {soFar && (
            <p className="mt-1 text-soft">
              So far, to <OnDay day={soFar} />
            </p>
          )}
        </div>
        <nav aria-label="Quarters" className="no-print flex gap-6 empty:hidden">
          {previous && (
            <Link to={pageOf(previous)} className="link tall" rel="prev">
              <span aria-hidden="true">← </span>Previous quarter
            </Link>
          )}
          {next && (
            <Link to={pageOf(next)} className="link tall" rel="next">
              Next quarter<span aria-hidden="true"> →</span>
            </Link>
          )}
        </nav>
      </header>
      <QuarterSums figures={figures} before={before} isRunning={soFar !== null} basis={gstBasis} />
      {!soFar && <LodgedForm lodgedOn={lodgedOn} />}
      <QuarterSales quarter={quarter} figures={figures} />
      <QuarterReceipts quarter={quarter} figures={figures} />
    </div>
  );
}

function LodgedForm({ lodgedOn }: { lodgedOn: Day | null }) {
  return (
    <Form method="post" className="no-print flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="max-w-prose text-soft">
        {lodgedOn ? (
          <>
            Marked as lodged <OnDay day={lodgedOn} />. Payments that you record or undo for it since
            then count in the quarter in which you do so.
          </>
        ) : (
          "Lodged your BAS? Mark it, and later changes count in a later quarter instead."
        )}
      </p>
      <button name="lodged" value={lodgedOn ? "no" : "yes"} className="button quiet">
        {lodgedOn ? "Not Lodged After All" : "Mark as Lodged"}
      </button>
    </Form>
  );
}

type Sums = Pick<QuarterFigures, "issued" | "received" | "overpaid">;

type SumsProps = {
  figures: Sums;
  before: Pick<Sums, "issued" | "received"> | null;
  isRunning: boolean;
  basis: GstBasis;
};

/** For the activity statement (BAS). */
function BasFigures({ figures, basis }: Pick<SumsProps, "figures" | "basis">) {
  const { issued, received, overpaid } = figures;
  const isCash = basis === "cash";
  const { total, gst, gstFree } = isCash
    ? { ...received, total: received.total - overpaid }
    : issued;
  const fields: [string, Cents][] = [
    ["G1 Total sales", total],
    ...(gstFree === 0 ? [] : [["G3 GST-free sales", gstFree] as [string, Cents]]),
    ["1A GST on sales", gst],
  ];
  const way = isCash ? "payment date (cash basis)" : "issue date (accrual basis)";
  return (
    <section aria-labelledby="bas">
      <h2 id="bas" className="display-3">
        For your BAS
      </h2>
      <p className="mb-3 text-base text-soft">
        Sales by {way}, GST included.
        {isCash && overpaid > 0 && " Without what was overpaid."}{" "}
        <Link to={href("/admin/money/settings")} className="link">
          Change the basis
        </Link>
      </p>
      <dl className="flex flex-wrap gap-x-10 gap-y-3">
        {fields.map(([label, amount]) => (
          <div key={label}>
            <dt className="text-base text-soft">{label}</dt>
            <dd className="font-display text-2xl tabular-nums">{wholeDollars(amount)}</dd>
            <dd className="text-sm text-soft tabular-nums">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** `A$1,550`: the ATO has cents left out, not rounded. */
const wholeDollars = (amount: Cents) => formatMoney(Math.trunc(amount / 100) * 100).slice(0, -3);

function QuarterSums({ figures, before, isRunning, basis }: SumsProps) {
  const { issued, received, overpaid } = figures;
  const gstFreeSums: typeof sums = [
    ["GST-free sales", issued.gstFree, before?.issued.gstFree],
    ["GST-free received", received.gstFree, before?.received.gstFree],
  ];
  const sums: [string, Cents, Cents | undefined, note?: string][] = [
    ["Sales", issued.total, before?.issued.total],
    ["GST in sales", issued.gst, before?.issued.gst],
    [
      "Received",
      received.total,
      before?.received.total,
      overpaid === 0 ? "" : `of it overpaid: ${formatMoney(overpaid)}`,
    ],
    ["GST received", received.gst, before?.received.gst],
    ...(issued.gstFree || received.gstFree ? gstFreeSums : []),
  ];
  return (
    <>
      <BasFigures figures={figures} basis={basis} />
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 border-y border-brass py-4 lg:grid-cols-4">
        {sums.map(([name, amount, earlier, note]) => (
          <div key={name}>
            <dt className="text-base text-soft">{name}</dt>
            <dd className="font-display text-2xl tabular-nums">{formatMoney(amount)}</dd>
            {note && <dd className="text-sm tabular-nums">{note}</dd>}
            {earlier !== undefined && (
              <dd className="text-sm text-soft tabular-nums">
                {formatMoney(earlier)} {isRunning ? "last quarter" : "the quarter before"}
              </dd>
            )}
          </div>
        ))}
      </dl>
    </>
  );
}

/** Fixed widths, so that the columns of both tables line up. */
const tableClass =
  "table cards xl:table-fixed xl:[&_th]:w-32 xl:[&_th:nth-child(3)]:w-auto xl:[&_th:nth-child(4)]:w-44";

type Props = { quarter: string; figures: QuarterFigures };

function QuarterSales({ quarter, figures: { sales } }: Props) {
  return (
    <Section
      id="sales"
      heading="Sales by issue date"
      says="What you invoiced, paid or not. Credit notes subtract."
      files={{
        CSV: exportOf(quarter, "issue"),
        Xero: exportOf(quarter, "xero"),
        MYOB: exportOf(quarter, "myob"),
      }}
      heads={["Number", "Issued", "Buyer", "Paid on"]}
    >
      {sales.map((sale) => (
        <LinkedRow key={sale.document.id}>
          <NumberCell {...sale.document} />
          <td data-place="note">
            <span className="text-soft xl:hidden">Issued </span>
            <OnDay day={sale.document.issuedOn} />
          </td>
          <BuyerCell {...sale.document} />
          <td data-place="state" className="text-soft">
            <Outcome {...sale} />
          </td>
          <AmountCells {...sale} />
        </LinkedRow>
      ))}
    </Section>
  );
}

function Outcome({ document, standing, paidOn, methods }: SaleLine) {
  if (standing === "void") return <InvoiceBadge state="void" />;
  // Issued in an earlier quarter, where it still counts.
  if (standing === "cancelled") return <Badge tone="quiet">Voided</Badge>;
  if (document.kind === "credit-note") return <InvoiceBadge state="credit-note" />;
  if (!paidOn)
    return (
      <>
        <span className="max-xl:hidden">–</span>
        <span className="xl:hidden">{methods.length > 0 ? "Part paid" : "Not paid"}</span>
      </>
    );
  return (
    <>
      <span className="xl:hidden">Paid </span>
      <OnDay day={paidOn} />
    </>
  );
}

function QuarterReceipts({ quarter, figures: { receipts } }: Props) {
  return (
    <Section
      id="payments"
      heading="Payments by payment date"
      says="What came in, less refunds. The GST is each payment's share of its invoice's."
      files={{ CSV: exportOf(quarter, "payment") }}
      heads={["Paid on", "Invoice", "Buyer", "Method"]}
    >
      {receipts.map(({ id, paidOn, invoice, method, reversesId, ...figures }) => (
        <LinkedRow key={id}>
          <td data-place="note">
            <OnDay day={paidOn} />
          </td>
          <NumberCell {...invoice} />
          <BuyerCell {...invoice} />
          <td data-place="state">
            {(figures.total < 0 || reversesId) && (
              <>{paymentKind({ amount: figures.total, reversesId })}, </>
            )}
            {paymentMethodLabels[method]}
          </td>
          <AmountCells {...figures} />
        </LinkedRow>
      ))}
    </Section>
  );
}

const exportOf = (quarter: string, by: "issue" | "payment" | "xero" | "myob") =>
  `${href("/admin/money/quarter/:quarter/export", { quarter })}?by=${by}`;

type SectionProps = {
  id: string;
  heading: string;
  says: string;
  files: Readonly<Record<string, string>>;
  heads: readonly string[];
  children: readonly ReactNode[];
};

function Section({ id, heading, says, files, heads, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id={id} className="display-3">
          {heading}
        </h2>
        <p className="no-print flex flex-wrap gap-x-5 text-base">
          {Object.entries(files).map(([name, file]) => (
            <FileLink key={name} className="link tall" href={file}>
              {name === "CSV" ? "Export CSV" : `For ${name}`}
              <span className="sr-only"> of {heading.toLowerCase()}</span>
            </FileLink>
          ))}
        </p>
      </div>
      <p className="mb-4 text-base text-soft">{says}</p>
      {children.length > 0 && (
        <table className={tableClass}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
              <th scope="col" className="number">
                Total
              </th>
              <th scope="col" className="number">
                GST
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}

function NumberCell({ id, number }: { id: string; number: string | null }) {
  return (
    <td data-place="type">
      <Link
        className="link whitespace-nowrap"
        data-open=""
        to={href("/admin/money/invoices/:id", { id })}
      >
        {number}
      </Link>
    </td>
  );
}

const BuyerCell = ({ buyerName }: { buyerName: string }) => (
  <td data-place="title" className="wrap-anywhere max-xl:font-semibold">
    {buyerName}
  </td>
);

function AmountCells({ total, gst, gstFree }: Figures) {
  return (
    <>
      <td data-place="amount" className="number">
        {formatMoney(total)}
      </td>
      <td data-place="side" className="number">
        <span className="text-soft xl:hidden">GST </span>
        {formatMoney(gst)}
        {gstFree !== 0 && (
          <span className="block text-base text-soft">{formatMoney(gstFree)} GST-free</span>
        )}
      </td>
    </>
  );
}
