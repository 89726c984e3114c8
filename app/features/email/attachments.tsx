import { href, Link } from "react-router";
import { pdfFileName } from "#app/features/invoices/document-texts.ts";
import type { AttachedDocument } from "./model.ts";

/** Links to the PDFs that went with an email. */
export function Attachments({ attached }: { attached: readonly AttachedDocument[] }) {
  if (attached.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {attached.map(({ invoiceId, number, slug }) => (
        <li key={invoiceId}>
          {slug ? (
            <a className="link" href={href("/invoices/:slug/invoice.pdf", { slug })}>
              {pdfFileName(number ?? "")}
            </a>
          ) : (
            <Link className="link" to={href("/admin/money/invoices/:id", { id: invoiceId })}>
              {pdfFileName(number ?? "")}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
