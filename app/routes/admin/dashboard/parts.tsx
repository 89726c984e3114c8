import { href, Link, Form } from "react-router";
import { formatMoney, toCents, formatPrice } from "#app/values/money.ts";
import { formatCount, countOf } from "#app/values/wording.ts";
import { percentChange, signedPercent } from "#app/features/dashboard/model.ts";
import type {
  Revenue,
  RecentQuote,
  MonthlyRevenue,
} from "#app/features/dashboard/queries.server.ts";
import { LinkedRow } from "#app/ui/admin/list.tsx";
import { shortInstant, startOfDay, shortMonth } from "#app/values/calendar.ts";
import { When } from "#app/ui/admin/when.tsx";
import type { SiteNotesProps } from "#app/features/site-content/queries.server.ts";

const cardsClass =
  "grid gap-x-10 border-y border-brass max-md:divide-y max-md:divide-line md:grid-cols-3 " +
  "xl:grid-cols-1 xl:divide-y xl:divide-line xl:border-t-0";

type CardsProps = { revenue: Revenue | null; activeUsers: number | null };

export function Cards({ revenue, activeUsers }: CardsProps) {
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

const cardClass =
  "grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 py-3 md:block md:py-4 xl:first:pt-0 " +
  "[&>dd:nth-of-type(n+2)]:col-span-full";

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

export function RecentQuotes({ quotes }: { quotes: readonly RecentQuote[] }) {
  return (
    <table className="table cards">
      <thead>
        <tr>
          <th scope="col">Client Name</th>
          <th scope="col">Quote Type</th>
          <th scope="col">Event Date</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Accepted On</th>
        </tr>
      </thead>
      <tbody>
        {quotes.map((quote) => (
          <LinkedRow key={quote.id}>
            <td data-place="title">
              <Link
                to={href("/admin/quotes/:id", { id: quote.id })}
                className="font-semibold"
                data-open=""
              >
                {quote.clientName}
              </Link>
            </td>
            <td data-place="type">{quote.invoiceType}</td>
            <td data-place="side">
              {quote.eventDate ? shortInstant(startOfDay(quote.eventDate)) : "N/A"}
            </td>
            <td data-place="amount" className="number">
              {formatMoney(toCents(quote.totalAmount))}
            </td>
            <td data-place="note" className="text-soft max-xl:before:content-['accepted_']">
              {shortInstant(quote.acceptedAt)}
            </td>
          </LinkedRow>
        ))}
      </tbody>
    </table>
  );
}

const row = 26;
const width = 300;
const left = 38;
const longest = 170;

/** Skips the months before the first revenue, but keeps two to compare. */
function monthsToDraw(months: readonly MonthlyRevenue[]) {
  const first = months.findIndex(({ revenue }) => revenue > 0);
  return months.slice(first === -1 ? -2 : Math.min(first, months.length - 2)).toReversed();
}

export function RevenueChart({ months }: { months: readonly MonthlyRevenue[] }) {
  const drawn = monthsToDraw(months);
  const most = Math.max(...months.map(({ revenue }) => revenue), 1);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${drawn.length * row}`}
        width={width}
        aria-hidden="true"
        // Never wider than drawn, so that the letters keep their size.
        className="h-auto max-w-full text-[13px] tabular-nums"
      >
        <line x1={left} x2={left} y1="0" y2={drawn.length * row} stroke="var(--brass)" />
        {drawn.map(({ month, revenue }, index) => {
          const length = (revenue / most) * longest;
          const middle = index * row + row / 2;
          return (
            <g key={month}>
              <text x="0" y={middle} dominantBaseline="central" fill="var(--soft)">
                {shortMonth(month).slice(0, 3)}
              </text>
              <rect
                x={left}
                y={middle - 7}
                width={length}
                height="14"
                fill="var(--fill)"
                fillOpacity={index === 0 ? 1 : 0.55}
              />
              <text
                x={left + length + 8}
                y={middle}
                dominantBaseline="central"
                fill={revenue > 0 ? "var(--ink)" : "var(--soft)"}
              >
                {revenue > 0 ? formatPrice(revenue) : "–"}
              </text>
            </g>
          );
        })}
      </svg>
      <details className="mt-2">
        <summary className="min-h-11 w-fit cursor-pointer content-center text-base text-soft">
          Show as table
        </summary>
        <table className="table mt-2 max-w-xl">
          <caption className="sr-only">Revenue by month</caption>
          <thead>
            <tr>
              <th scope="col">Month</th>
              <th scope="col" className="number">
                Accepted quotes
              </th>
              <th scope="col" className="number">
                Revenue
              </th>
            </tr>
          </thead>
          <tbody>
            {months.toReversed().map(({ month, revenue, quotes }) => (
              <tr key={month}>
                <td data-label="Month">{shortMonth(month)}</td>
                <td data-label="Accepted quotes" className="number">
                  {quotes}
                </td>
                <td data-label="Revenue" className="number">
                  {formatMoney(revenue)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** Not a task: nobody waits for the owner here. */
export function SiteNotes({ drafts, samples, unplaced, unpriced }: SiteNotesProps) {
  if (drafts.length + samples + unplaced.length + unpriced.length === 0) return null;
  return (
    <ul className="mt-6 flex flex-col gap-1 text-base text-soft">
      {unplaced.map(({ name, document, label, path, text, at }) => (
        <li key={`${name} ${at}`} className="to-settle mb-3 py-3 wrap-anywhere">
          An update has no place for these words of yours{!document && ` (${name})`}, so visitors
          can't read them any more:
          <blockquote className="my-2 whitespace-pre-line text-ink">{text}</blockquote>
          <Form method="post" action={href("/admin/site")} className="flex flex-wrap gap-x-6">
            <input type="hidden" name="name" value={name} />
            <input type="hidden" name="at" value={at} />
            {document && (
              <Link
                className="link tall"
                to={`${href("/admin/site/:document", { document: name })}#${path.split(".")[0]}`}
              >
                Edit {document}: {label}
              </Link>
            )}
            <button type="submit" className="link tall cursor-pointer">
              Done<span className="sr-only"> with {label || name}</span>
            </button>
          </Form>
        </li>
      ))}
      {unpriced.map(({ what, path }) => (
        <li key={path}>
          <Link className="link" to={path}>
            {what}
          </Link>
        </li>
      ))}
      {drafts.map(({ name, label, at }) => (
        <li key={name}>
          Not published yet:{" "}
          <Link className="link" to={href("/admin/site/:document", { document: name })}>
            your draft of {label}
          </Link>
          , <When at={at} />
        </li>
      ))}
      {samples > 0 && (
        <li>
          Visitors still see{" "}
          <Link className="link" to={`${href("/admin/site")}#samples`}>
            {countOf(samples, "sample")}
          </Link>{" "}
          in place of your own words and pictures
        </li>
      )}
    </ul>
  );
}
