import { formatMoney } from "#app/values/money.ts";
import { formatCount } from "#app/values/wording.ts";
import { percentChange, signedPercent } from "./model.ts";
import type { Revenue } from "./revenue.server.ts";

const cardsClass = [
  "grid gap-x-10 border-y border-brass max-md:divide-y max-md:divide-line md:grid-cols-3",
  "xl:grid-cols-1 xl:divide-y xl:divide-line xl:border-t-0",
].join(" ");

export function Cards({
  revenue,
  activeUsers,
}: {
  revenue: Revenue | null;
  activeUsers: number | null;
}) {
  return (
    <dl className={cardsClass}>
      <Card
        name="Total Invoices"
        figure={revenue ? formatCount(revenue.invoices) : "–"}
        comparison={revenue && countsByMonth(revenue)}
        line="All accepted quotes"
      />
      <Card
        name="Total Revenue"
        figure={revenue ? formatMoney(revenue.total) : "–"}
        line={revenue ? comparison(revenue) : "Failed to load revenue data."}
        tone={revenue ? toneOf(revenue) : ""}
      />
      <Card
        name="Active Users"
        figure={activeUsers === null ? "–" : String(activeUsers)}
        line="Currently logged in"
      />
    </dl>
  );
}

function comparison({ thisMonth, lastMonth }: Revenue): string {
  const difference = thisMonth - lastMonth;
  const sign = difference < 0 ? "" : "+";
  return `${sign}${formatMoney(difference)} (${signedPercent(percentChange(thisMonth, lastMonth))}) since last month`;
}

function countsByMonth({ months }: Revenue): string {
  const [last, current] = months.slice(-2);
  return `${formatCount(current!.quotes)} this month, ${formatCount(last!.quotes)} last month`;
}

function toneOf({ thisMonth, lastMonth }: Revenue): string {
  if (thisMonth === lastMonth) return "";
  return thisMonth > lastMonth ? "text-good!" : "text-danger!";
}

const cardClass = [
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3 md:block md:py-4 xl:first:pt-0",
  "[&>dd:nth-of-type(n+2)]:col-span-full",
].join(" ");

type CardProps = {
  name: string;
  figure: string;
  comparison?: string | null;
  line: string;
  tone?: string;
};

function Card({ name, figure, comparison: compared, line, tone = "" }: CardProps) {
  return (
    <div className={cardClass}>
      <dt className="text-base text-soft">{name}</dt>
      <dd className="font-display text-2xl tabular-nums md:text-3xl">{figure}</dd>
      {compared && <dd className="text-base">{compared}</dd>}
      <dd className={`text-base text-soft ${tone}`}>{line}</dd>
    </div>
  );
}
