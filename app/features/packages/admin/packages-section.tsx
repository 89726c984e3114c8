import { Form, href, Link } from "react-router";
import { InvoiceBadge } from "#app/features/invoices/admin/invoice-badge.tsx";
import type { CreditMove, SoldPackage } from "#app/features/packages/model.ts";
import { refundOf } from "#app/features/packages/model.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { SellForm, type SellFormProps } from "./sell-form.tsx";

type Props = SellFormProps & { packages: readonly SoldPackage[] };

export function PackagesSection({ packages, ...form }: Props) {
  return (
    <section aria-labelledby="packages-heading" className="flex flex-col gap-3">
      <h2 id="packages-heading" className="display-3">
        Packages
      </h2>
      <ul className="empty:hidden">
        {packages.map((sold) => (
          <Package key={sold.id} sold={sold} busy={form.busy} />
        ))}
      </ul>
      <SellForm {...form} />
    </section>
  );
}

function Package({ sold, busy }: { sold: SoldPackage; busy: boolean }) {
  const { id, name, left, of, invoice, expiresOn, moves } = sold;
  const isVoid = invoice.state === "void";
  return (
    <li className="border-t border-line py-3">
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-semibold">{name}</span>
        {!isVoid && <span className="tabular-nums">{`${left} of ${of} left`}</span>}
        <Link className="link tall" to={href("/admin/money/invoices/:id", { id: invoice.id })}>
          {invoice.number}
        </Link>
        <InvoiceBadge state={invoice.state} />
      </p>
      {expiresOn && left > 0 && (
        <p className="text-base text-soft">
          Until <OnDay day={expiresOn} />
        </p>
      )}
      <details>
        <summary className="min-h-11 w-fit cursor-pointer content-center text-base hover:text-accent">
          Line by line<span className="sr-only"> of {name}</span>
        </summary>
        <ol className="text-base">
          {moves.map((move) => (
            <Move key={`${move.kind} ${Number(move.at)} ${move.entry?.id}`} {...move} />
          ))}
        </ol>
        {!isVoid && (
          <div className="mt-3 flex flex-wrap gap-3">
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="give-credit" />
              <input type="hidden" name="id" value={id} />
              <input type="hidden" name="left" value={left} />
              <button type="submit" className="button quiet min-h-11! px-4!" disabled={busy}>
                Give One More
              </button>
            </Form>
            {left > 0 && <EndPackage sold={sold} busy={busy} />}
          </div>
        )}
      </details>
    </li>
  );
}

const moveWords: Record<CreditMove["kind"], string> = {
  bought: "bought",
  used: "used",
  returned: "back",
  goodwill: "given",
  expired: "expired",
  refunded: "ended",
};

function Move({ kind, amount, at, entry }: CreditMove) {
  return (
    <li className="flex flex-wrap gap-x-3 border-t border-line py-1 tabular-nums">
      <span>{`${Math.abs(amount)} ${moveWords[kind]}`}</span>
      {entry ? (
        <Link className="link" to={href("/admin/diary/:id", { id: entry.id })}>
          <When at={entry.startsAt} />
        </Link>
      ) : (
        <OnDay day={melbourneDay(at)} />
      )}
    </li>
  );
}

function EndPackage({ sold, busy }: { sold: SoldPackage; busy: boolean }) {
  const { id, name, left, used, singlePrice, invoice } = sold;
  const refund = refundOf(sold);
  return (
    <ConfirmedAction
      id={`end-package-${id}`}
      label="End It"
      describes={name}
      className="button quiet away min-h-11! px-4!"
      question="End this package?"
      yes="End it"
      values={{ intent: "end-package", id, left }}
      busy={busy}
    >
      <p>
        {left === 1
          ? "The session that is left goes with it."
          : `The ${left} sessions that are left go with it.`}
      </p>
      {refund > 0 ? (
        <p>
          {`To give back: ${formatMoney(refund)}, which is ${formatMoney(invoice.paid)} paid`}
          {`, less ${used} at ${formatMoney(singlePrice)}. Refund it on ${invoice.number}.`}
        </p>
      ) : (
        <p>There's nothing to give back: what was used costs as much at the single price.</p>
      )}
    </ConfirmedAction>
  );
}
