import { shortMonth } from "#app/values/calendar.ts";
import { formatMoney, formatPrice } from "#app/values/money.ts";
import type { MonthlyRevenue } from "./revenue.server.ts";

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
