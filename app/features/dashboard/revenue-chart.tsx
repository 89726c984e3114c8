import { shortMonth } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { MonthlyRevenue } from "./revenue.server.ts";

const height = 120;
const step = 40;
const bar = 24;

export function RevenueChart({ months }: { months: readonly MonthlyRevenue[] }) {
  const most = Math.max(...months.map(({ revenue }) => revenue), 1);
  return (
    <figure>
      <svg
        viewBox={`0 0 ${months.length * step} ${height + 22}`}
        aria-hidden="true"
        className="w-full max-w-3xl"
      >
        <line x1="0" x2={months.length * step} y1={height} y2={height} stroke="var(--brass)" />
        {months.map(({ month, revenue }, index) => {
          const tall = (revenue / most) * (height - 6);
          const left = index * step + (step - bar) / 2;
          return (
            <g key={month}>
              <rect x={left} y={height - tall} width={bar} height={tall} fill="var(--accent)" />
              <text
                x={left + bar / 2}
                y={height + 16}
                textAnchor="middle"
                fill="var(--soft)"
                className="text-[15px] sm:text-[11px]"
              >
                {shortMonth(month).slice(0, 3)}
              </text>
            </g>
          );
        })}
      </svg>
      <details className="mt-2">
        <summary className="cursor-pointer text-base text-soft">Show as table</summary>
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
