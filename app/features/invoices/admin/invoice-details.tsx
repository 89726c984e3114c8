import { href, Link } from "react-router";
import { agreedRows } from "#app/features/invoices/agreed-sentence.ts";
import { buyerText, documentLines } from "#app/features/invoices/document-texts.ts";
import { type InvoiceState, restOf } from "#app/features/invoices/model.ts";
import type { InvoiceRecord } from "#app/features/invoices/queries.server.ts";
import { EmailInParts } from "#app/ui/admin/email-link.tsx";
import { type FactEntry, KnownFacts } from "#app/ui/admin/fact.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { unbrokenRanges } from "#app/values/unbroken.ts";

/** `gst`: what a draft would include if issued today. */
type LinesProps = { invoice: InvoiceRecord; state: InvoiceState; gst: Cents | null };

type DetailsProps = {
  invoice: InvoiceRecord;
  pdfs: readonly { id: string; drawnAt: Date }[];
};

export function InvoiceDetails({ invoice, pdfs }: DetailsProps) {
  const { buyerEmail, issuedOn, dueOn, voidedAt, reference, note } = invoice;
  const { purchaseOrder, copyEmail } = invoice;
  const { quoteId, amebBookingId, corrects, creditNotes } = invoice;
  const facts: FactEntry[] = [
    ["Buyer", buyerText(invoice)],
    ["Email", client(buyerEmail)],
    ["Copy to", copyEmail && inParts(copyEmail)],
    ["Their order number", purchaseOrder],
    ["Issued", onDay(issuedOn)],
    ["Due", onDay(dueOn)],
    ["Voided", voidedAt && at(voidedAt)],
    ["Bank reference", reference],
    ["Quote", quoteId && onward(href("/admin/quotes/:id", { id: quoteId }), "View quote")],
    [
      "AMEB booking",
      amebBookingId &&
        onward(href("/admin/ameb-bookings/:id", { id: amebBookingId }), "View booking"),
    ],
    ["Corrects", corrects && linkTo(corrects)],
    ["Credit notes", creditNotes.length > 0 && listOf(creditNotes)],
    ["PDFs", pdfs.length > 1 && pdfs.map((pdf) => pdfLink(invoice.id, pdf))],
    ["Note", agreedRows(note) ? null : note],
  ];
  return (
    <section aria-label="Facts">
      <KnownFacts facts={facts} />
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
      {linkTo(creditNote)} for {formatMoney(creditNote.total)}
    </span>
  ));

const inParts = (email: string) => <EmailInParts email={email} />;

const pdfLink = (id: string, { id: pdfId, drawnAt }: DetailsProps["pdfs"][number]) => (
  <a
    key={pdfId}
    href={href("/admin/money/invoices/:id/pdfs/:pdfId", { id, pdfId })}
    className="link block"
  >
    Of <When at={drawnAt} />
  </a>
);

const client = (email: string) =>
  email && (
    <>
      <span className="block text-balance">
        <EmailInParts email={email} />
      </span>
      <Link to={href("/admin/clients/:email", { email })} className="link block">
        Client history
      </Link>
    </>
  );

export function InvoiceLines({ invoice, state, gst }: LinesProps) {
  const { total, paid, credited } = invoice;
  const rest = restOf(invoice);
  const counts = state !== "draft" && state !== "void" && state !== "credit-note";
  const isTouched = counts && (paid !== 0 || credited !== 0);
  const sums: readonly (readonly [string, Cents, boolean])[] = [
    ["Total", total, true],
    [state === "draft" ? "GST when issued today" : "GST included", gst ?? 0, gst !== null],
    ["Credited", -credited, counts && credited !== 0],
    ["Paid", -paid, counts && paid !== 0],
    [rest < 0 ? "Overpaid" : "Left to pay", Math.abs(rest), isTouched],
  ];
  const shown = sums.filter(([, , isShown]) => isShown);
  // The main figure: the rest, or the total if nothing changed it.
  const [main] = isTouched ? shown.at(-1)! : shown[0]!;
  return (
    <section aria-labelledby="lines">
      <h2 id="lines" className="display-3 mb-2">
        Lines
      </h2>
      <ul>
        {documentLines(invoice).map(({ text, amount }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never move
          <li key={index} className={`${row} border-b border-line py-2 last:border-b-0`}>
            <span className="whitespace-pre-line wrap-anywhere">
              {text ? unbrokenRanges(text) : "N/A"}
            </span>
            <span className="tabular-nums">{formatMoney(amount)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-2 border-y-2 border-brass py-2">
        {shown.map(([label, amount]) => (
          <div
            key={label}
            className={`${row} py-1 ${label === main ? "font-display text-2xl" : "text-soft"}`}
          >
            <dt>{label}</dt>
            <dd className="tabular-nums">{formatMoney(amount)}</dd>
          </div>
        ))}
      </dl>
      <Agreed note={invoice.note} />
    </section>
  );
}

const row = "flex items-baseline justify-between gap-6";

function Agreed({ note }: { note: string }) {
  const rows = agreedRows(note);
  if (!rows) return null;
  return (
    <div className="mt-5 text-base text-soft">
      {rows.length > 1 && <h3 className="mb-1 text-lg text-ink">What was agreed</h3>}
      <dl>
        {rows.map(([text, amount], index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines of a document never move
          <div key={index} className={`${row} py-0.5`}>
            <dt className="wrap-anywhere">{unbrokenRanges(text)}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
