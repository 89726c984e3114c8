import { href, Link } from "react-router";
import type { AccountStatement } from "#app/features/invoices/statement.ts";
import { Badge } from "#app/ui/badge.tsx";
import { shortDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";

const cell = "border-t border-line py-2 align-top";
const money = `${cell} pl-4 text-right whitespace-nowrap tabular-nums`;

export function AccountTable({ statement }: { statement: AccountStatement }) {
  const { until, brought, lines, balance, toPay } = statement;
  return (
    <table className="w-full text-base">
      <thead>
        <tr className="text-left">
          <th className="pb-2 font-semibold">Date</th>
          <th className="pb-2 pl-4 font-semibold">What</th>
          <th className="pb-2 pl-4 text-right font-semibold">Amount</th>
          <th className="pb-2 pl-4 text-right font-semibold">Balance</th>
        </tr>
      </thead>
      <tbody>
        {brought !== 0 && (
          <tr>
            <td className={cell} colSpan={3}>
              Brought forward
            </td>
            <td className={money}>{formatMoney(brought)}</td>
          </tr>
        )}
        {lines.map(({ day, text, amount, balance: after, invoiceId, isOpen }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- two payments of a day may be alike
          <tr key={index}>
            <td className={`${cell} whitespace-nowrap`}>{shortDay(day, until)}</td>
            <td className={`${cell} pl-4 wrap-anywhere`}>
              <Link className="link" to={href("/admin/money/invoices/:id", { id: invoiceId })}>
                {text}
              </Link>{" "}
              {isOpen && <Badge tone="waiting">Open</Badge>}
            </td>
            <td className={money}>{formatMoney(amount)}</td>
            <td className={money}>{formatMoney(after)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <td className={cell} colSpan={3}>
            Balance
          </td>
          <td className={money}>{formatMoney(balance)}</td>
        </tr>
        {toPay !== balance && (
          <tr>
            <td className="py-2" colSpan={3}>
              To pay now
            </td>
            <td className="py-2 pl-4 text-right tabular-nums">{formatMoney(toPay)}</td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}
