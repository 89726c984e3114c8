import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { documentLines } from "#app/features/invoices/document-texts.ts";
import { type InvoiceState, isTaxInvoice, restOf } from "#app/features/invoices/model.ts";
import type { InvoiceRecord } from "#app/features/invoices/queries.server.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { formatMoney } from "#app/values/money.ts";

type Fact = readonly [term: string, value: ReactNode];
type FactsProps = { invoice: InvoiceRecord; state: InvoiceState };

export function InvoiceDetails({ invoice, state }: FactsProps) {
  const { buyerName, buyerEmail, issuedOn, dueOn, voidedAt, reference, note } = invoice;
  const { quoteId, amebBookingId, corrects, creditNotes } = invoice;
  const facts: Fact[] = [
    ["Buyer", buyerName],
    ["Email", client(buyerEmail)],
    ["Issued", onDay(issuedOn)],
    ["Due", onDay(dueOn)],
    ["Voided", voidedAt && at(voidedAt)],
    ["Reference on the bank statement", reference],
    ["Quote", quoteId && onward(href("/admin/quotes/:id", { id: quoteId }), "View quote")],
    [
      "AMEB booking",
      amebBookingId &&
        onward(href("/admin/ameb-bookings/:id", { id: amebBookingId }), "View booking"),
    ],
    ["Corrects", corrects && linkTo(corrects)],
    ["Credit notes", creditNotes.length > 0 && listOf(creditNotes)],
    ["Note", note],
  ];
  return (
    <section aria-label="Facts" className="flex flex-col gap-6">
      <dl className="grid gap-x-10 sm:grid-cols-2">
        {facts
          .filter(([, value]) => Boolean(value))
          .map(([term, value]) => (
            <div key={term} className="border-b border-line py-2">
              <dt className="text-base text-soft">{term}</dt>
              <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <Lines invoice={invoice} state={state} />
    </section>
  );
}

const at = (instant: Date) => <When at={instant} />;
const onDay = (day: string | null) => day && <OnDay day={day} />;

const onward = (to: string, text: string) => (
  <Link to={to} className="link">
    {text}
  </Link>
);

const linkTo = ({ id, number }: Pick<InvoiceRecord, "id" | "number">) =>
  onward(href("/admin/money/invoices/:id", { id }), number ?? "Draft");

const listOf = (creditNotes: InvoiceRecord["creditNotes"]) =>
  creditNotes.map((creditNote) => (
    <span key={creditNote.id} className="block">
      {linkTo(creditNote)} over {formatMoney(creditNote.total)}
    </span>
  ));

const client = (email: string) =>
  email && (
    <>
      {email}
      <Link to={href("/admin/clients/:email", { email })} className="link block">
        Client history
      </Link>
    </>
  );

function Lines({ invoice, state }: FactsProps) {
  const { total, gst, paid, credited } = invoice;
  const counts = state !== "draft" && state !== "void" && state !== "credit-note";
  const sums: readonly (readonly [string, number, boolean])[] = [
    ["Total", total, true],
    ["GST included", gst ?? 0, isTaxInvoice(invoice)],
    ["Credited", -credited, counts && credited !== 0],
    ["Paid", -paid, counts && paid !== 0],
    ["Left to pay", restOf(invoice), counts],
  ];
  return (
    <table className="table">
      <caption className="display-3 mb-2 text-left">Lines</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">For</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {documentLines(invoice).map(({ text, amount }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never move
          <tr key={index}>
            <td className="wrap-anywhere">{text || "N/A"}</td>
            <td className="number">{formatMoney(amount)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {sums
          .filter(([, , isShown]) => isShown)
          .map(([label, amount]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td className="number">{formatMoney(amount)}</td>
            </tr>
          ))}
      </tfoot>
    </table>
  );
}
