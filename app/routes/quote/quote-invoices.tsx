import { href, Link } from "react-router";
import { kindName, linkedState, nextPayment } from "#app/features/invoices/client-wording.ts";
import type { LinkedInvoice } from "#app/features/invoices/public-invoice.ts";
import { unbroken } from "#app/values/unbroken.ts";

export function QuoteInvoices({ invoices }: { invoices: readonly LinkedInvoice[] }) {
  const next = nextPayment(invoices);
  // The next payment is linked above the list.
  const others = invoices.filter(({ slug }) => slug !== next?.slug);
  return (
    <section>
      <h2 className="display-3">{next ? "How to pay" : "Your invoices"}</h2>
      {next && (
        <p className="mt-2">
          {unbroken(next.sentence)} {`Invoice ${next.number} has everything you need to pay it.`}
        </p>
      )}
      {next && (
        <p className="mt-4">
          <Link className="button" to={href("/invoices/:slug", { slug: next.slug })}>
            {next.action}
          </Link>
        </p>
      )}
      {others.length > 0 && (
        <ul className="mt-4 flex flex-col">
          {others.map((invoice) => (
            <li
              key={invoice.slug}
              className={
                "flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-2"
              }
            >
              <Link className="link tall" to={href("/invoices/:slug", { slug: invoice.slug })}>
                {kindName(invoice)} {invoice.number}
              </Link>
              <span className="tabular-nums">{unbroken(linkedState(invoice))}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
