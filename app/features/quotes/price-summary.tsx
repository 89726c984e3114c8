import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import type { Price } from "./model.ts";

/** Total, deposit and balance with the day it is due; said aloud when add-ons change it. */
export function PriceSummary({ price, balanceDue }: { price: Price; balanceDue: string | null }) {
  return (
    <dl className="grid gap-3 border-y-2 border-brass py-5" aria-live="polite">
      <div className="flex items-baseline justify-between gap-4">
        <dt className="display-3 font-display">Total</dt>
        <dd className="display-3 font-display tabular-nums" data-testid="total">
          {formatMoney(price.total)}
        </dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt>50% deposit, which secures the booking</dt>
        <dd className="tabular-nums">{formatMoney(price.deposit)}</dd>
      </div>
      <div className="flex justify-between gap-4">
        <dt>{balanceDue ? `Balance, due by ${longDay(balanceDue)} (7 days before the event)` : "Balance, due 7 days before the event"}</dt>
        <dd className="tabular-nums">{formatMoney(price.balance)}</dd>
      </div>
    </dl>
  );
}
