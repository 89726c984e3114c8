import { href, Link } from "react-router";
import { type InvoiceList, invoiceLists, type MoneySums } from "#app/features/invoices/lists.ts";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { useToday } from "#app/ui/admin/when.tsx";
import { quarterOf } from "#app/features/invoices/quarter.ts";
import { formatMoney } from "#app/values/money.ts";

export const moneyUrl = (name: InvoiceList) =>
  name === "open" ? href("/admin/money") : `${href("/admin/money")}?show=${name}`;

type TabsProps = { shown: InvoiceList; counts: MoneySums["counts"] | null };

export function InvoiceTabs({ shown, counts }: TabsProps) {
  return (
    <Tabs
      label="Lists of invoices"
      tabs={(Object.keys(invoiceLists) as InvoiceList[]).map((name) => ({
        name: invoiceLists[name].tab,
        to: moneyUrl(name),
        count: counts?.[name],
        isShown: name === shown,
      }))}
    />
  );
}

const headClass = [
  "mb-5 grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6",
  "max-lg:mb-2 lg:grid-cols-[minmax(0,1fr)_auto_auto]",
].join(" ");
const linksClass = [
  "flex flex-wrap items-center gap-x-6 max-lg:col-span-full",
  "lg:col-start-2 lg:row-start-1 max-sm:justify-between max-sm:gap-x-2 max-sm:text-base",
].join(" ");

export function MoneyHeader({ heading, sums }: { heading: string; sums: MoneySums | null }) {
  return (
    <div className={headClass}>
      <h1 className="display-3">{heading}</h1>
      {sums && <Sums sums={sums} />}
      <div className={linksClass}>
        <Link
          to={href("/admin/money/quarter/:quarter", { quarter: quarterOf(useToday()) })}
          className="link py-2"
        >
          Quarter and GST
        </Link>
        <Link to={href("/admin/money/import")} className="link py-2">
          Bank statement
        </Link>
        <Link to={href("/admin/money/settings")} className="link py-2">
          Business details
        </Link>
      </div>
      <Link
        to={href("/admin/money/new")}
        className="button col-start-2 row-start-1 max-sm:px-4! lg:col-start-3"
      >
        New Invoice
      </Link>
    </div>
  );
}

function Sums({ sums: { open, overdue } }: { sums: MoneySums }) {
  if (open === 0) return <p className="col-span-full mt-1 text-soft">Everything has been paid.</p>;
  return (
    <p className="col-span-full mt-1 tabular-nums">
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
