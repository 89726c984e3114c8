import { href, Link } from "react-router";
import { isToPay, kindName, linkedState } from "#app/features/invoices/client-wording.ts";
import type { PublicInvoice } from "#app/features/invoices/public-invoice.ts";
import { unbroken } from "#app/values/unbroken.ts";

export function InvoiceLinks({ invoice, slug }: { invoice: PublicInvoice; slug: string }) {
  const { corrects, others, quoteSlug } = invoice;
  const linked = corrects ? [corrects] : others;
  return (
    <ul className="no-print mt-8 flex flex-col gap-2 pointer-coarse:gap-0">
      <li>
        <a className="link tall" href={href("/invoices/:slug/invoice.pdf", { slug })}>
          {pdfLabel(invoice)}
        </a>
      </li>
      {linked.map((other) => (
        <li key={other.slug}>
          <Link className="link tall" to={href("/invoices/:slug", { slug: other.slug })}>
            {kindName(other)} {other.number}
          </Link>
          : {unbroken(linkedState(other))}
        </li>
      ))}
      {quoteSlug && (
        <li>
          <Link className="link tall" to={href("/quotes/:slug?", { slug: quoteSlug })}>
            Your quote
          </Link>
        </li>
      )}
    </ul>
  );
}

// The PDF never changes: once nothing is to be paid, it still says how to pay.
function pdfLabel(invoice: PublicInvoice): string {
  if (invoice.corrects) return "Download this credit note (PDF)";
  return `Download this invoice${isToPay(invoice) ? "" : " as it was issued"} (PDF)`;
}
