import { href, Link } from "react-router";
import type { QuarterFigures } from "#app/features/invoices/quarter.server.ts";
import type { GstBasis } from "#app/server/database/enums.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";

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

export function QuarterSums({ figures, before, isRunning, basis }: SumsProps) {
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
