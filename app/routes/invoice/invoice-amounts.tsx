import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { agreedRows } from "#app/features/invoices/agreed-sentence.ts";
import { isToPay, paymentText } from "#app/features/invoices/client-wording.ts";
import type { PublicInvoice } from "#app/features/invoices/public-invoice.ts";
import { formatMoney } from "#app/values/money.ts";
import { unbroken, unbrokenRanges } from "#app/values/unbroken.ts";

export function InvoiceAmounts({ invoice }: { invoice: PublicInvoice }) {
  const { kind, lines, total, gst, payments, credits, rest, state, note } = invoice;
  const isChanged = payments.length > 0 || credits.length > 0;
  return (
    <section className="mt-4 print:mt-2">
      <h2 className="sr-only">What it's for</h2>
      <ul className="flex flex-col">
        {lines.map(({ text, amount }, index) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- the lines of a document never change
            key={index}
            className="flex justify-between gap-6 border-b border-line py-2 last:border-b-0 print:py-1"
          >
            <span className="wrap-anywhere">{unbrokenRanges(text)}</span>
            <span className="shrink-0 whitespace-nowrap tabular-nums">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <dl
        className={
          `mt-2 grid gap-3 ${isToPay(invoice) ? "border-y-2" : "border-t-2"} border-brass py-5 ` +
          "print:gap-1 print:py-2"
        }
      >
        <Amount
          label={kind === "credit-note" ? "Total credited" : "Total"}
          amount={formatMoney(total)}
          large
        />
        {gst !== null && <Amount label="Total includes GST" amount={formatMoney(gst)} />}
        {credits.map(({ slug, number, total: credited }) => (
          <Amount
            key={slug}
            label={
              <Link className="link tall" to={href("/invoices/:slug", { slug })}>
                Credit note {number}
              </Link>
            }
            amount={formatMoney(-credited)}
          />
        ))}
        {payments.map((payment, index) => (
          <Amount
            // oxlint-disable-next-line react/no-array-index-key -- two payments may be alike
            key={index}
            label={unbroken(paymentText(payment))}
            amount={formatMoney(-payment.amount)}
          />
        ))}
        {isChanged && rest !== 0 && state !== "void" && (
          <Amount
            label={<strong>{rest < 0 ? "Paid too much" : "Still to pay"}</strong>}
            amount={<strong>{formatMoney(Math.abs(rest))}</strong>}
          />
        )}
      </dl>
      {note && <Note>{note}</Note>}
    </section>
  );
}

function Note({ children }: { children: string }) {
  const rows = agreedRows(children);
  if (!rows)
    return (
      <p className="measure mt-4 whitespace-pre-line text-soft wrap-anywhere">
        {unbrokenRanges(children)}
      </p>
    );
  return (
    <div className="mt-6 print:mt-2">
      {rows.length > 1 && (
        <h3 className="font-sans font-semibold tracking-normal">What we agreed</h3>
      )}
      <dl className="mt-1 grid gap-1 text-base text-soft print:gap-0 print:text-sm">
        {rows.map(([text, amount], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never change
          <Amount key={index} label={unbrokenRanges(text)} amount={amount} />
        ))}
      </dl>
    </div>
  );
}

function Amount({
  label,
  amount,
  large = false,
}: {
  label: ReactNode;
  amount: ReactNode;
  large?: boolean;
}) {
  return (
    <div className="flex items-baseline justify-between gap-6">
      <dt className={large ? "display-3 font-display" : "wrap-anywhere"}>{label}</dt>
      <dd
        className={`shrink-0 whitespace-nowrap tabular-nums ${large ? "display-3 font-display" : ""}`}
      >
        {amount}
      </dd>
    </div>
  );
}
