import { href, Link } from "react-router";
import { type InvoiceList, invoiceLists, type MoneySums } from "#app/features/invoices/lists.ts";
import { useToday } from "#app/ui/admin/when.tsx";
import { quarterOf } from "#app/features/invoices/quarter.ts";
import { formatMoney } from "#app/values/money.ts";
import { formatCount } from "#app/values/wording.ts";

export const moneyUrl = (name: InvoiceList) =>
  name === "open" ? href("/admin/money") : `${href("/admin/money")}?show=${name}`;

const tabClass = [
  "border-b-2 border-transparent pb-2 whitespace-nowrap",
  "aria-[current]:border-brass aria-[current]:font-semibold",
].join(" ");

type TabsProps = { shown: InvoiceList; counts: MoneySums["counts"] | null };

export function InvoiceTabs({ shown, counts }: TabsProps) {
  return (
    <nav
      aria-label="Lists of invoices"
      className="mb-8 flex gap-4 overflow-x-auto border-b border-line max-sm:text-base sm:gap-6"
    >
      {(Object.keys(invoiceLists) as InvoiceList[]).map((name) => (
        <Link
          key={name}
          to={moneyUrl(name)}
          aria-current={name === shown ? "page" : undefined}
          className={tabClass}
        >
          {invoiceLists[name].tab}
          {counts && <span className="text-soft tabular-nums"> {formatCount(counts[name])}</span>}
        </Link>
      ))}
    </nav>
  );
}

export function MoneyHeader({ heading, sums }: { heading: string; sums: MoneySums | null }) {
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div>
        <h1 className="display-3">{heading}</h1>
        {sums && <Sums sums={sums} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Link
          to={href("/admin/money/quarter/:quarter", { quarter: quarterOf(useToday()) })}
          className="link"
        >
          Quarter and GST
        </Link>
        <Link to={href("/admin/money/import")} className="link">
          Bank statement
        </Link>
        <Link to={href("/admin/money/settings")} className="link">
          Business details
        </Link>
        <Link to={href("/admin/money/new")} className="button">
          New Invoice
        </Link>
      </div>
    </div>
  );
}

function Sums({ sums: { open, overdue } }: { sums: MoneySums }) {
  if (open === 0) return <p className="mt-1 text-soft">Everything has been paid.</p>;
  return (
    <p className="mt-1 tabular-nums">
      {formatMoney(open)} <span className="text-soft">to come</span>
      {overdue > 0 && (
        <>
          <span className="text-soft">, of which </span>
          <span className="font-semibold text-danger">{formatMoney(overdue)} overdue</span>
        </>
      )}
    </p>
  );
}
