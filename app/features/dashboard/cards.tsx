import { formatMoney } from "#app/values/money.ts";
import { percentChange, signedPercent } from "./model.ts";
import type { Revenue } from "./revenue.server.ts";

export function Cards({
  revenue,
  activeUsers,
}: {
  revenue: Revenue | null;
  activeUsers: number | null;
}) {
  return (
    <dl className="grid gap-x-10 border-y border-brass md:grid-cols-3">
      <Card
        name="Total Invoices"
        figure={revenue ? String(revenue.invoices) : "–"}
        line="All accepted quotes"
      />
      <Card
        name="Total Revenue"
        figure={revenue ? formatMoney(revenue.total) : "–"}
        line={revenue ? comparison(revenue) : "Failed to load revenue data."}
      />
      <Card
        name="Active Users"
        figure={activeUsers === null ? "–" : String(activeUsers)}
        line="Currently logged in"
      />
    </dl>
  );
}

/** `+A$350.00 (+12%) since last month`: this month against the last. */
function comparison({ thisMonth, lastMonth }: Revenue): string {
  const difference = thisMonth - lastMonth;
  const sign = difference < 0 ? "" : "+";
  return `${sign}${formatMoney(difference)} (${signedPercent(percentChange(thisMonth, lastMonth))}) since last month`;
}

function Card({ name, figure, line }: { name: string; figure: string; line: string }) {
  return (
    <div className="py-5">
      <dt className="text-base text-soft">{name}</dt>
      <dd className="font-display text-4xl tabular-nums">{figure}</dd>
      <dd className="text-base text-soft">{line}</dd>
    </div>
  );
}
