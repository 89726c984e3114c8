import { invoiceNotFoundMessage } from "#app/features/invoices/public-invoice.ts";
import { invoicePdf } from "#app/features/invoices/documents.server.ts";
import { getPublicInvoice } from "#app/features/invoices/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretFile } from "#app/server/http/secret-link.server.ts";
import type { Route } from "./+types/pdf";

export function loader({ params: { slug } }: Route.LoaderArgs) {
  return secretFile(invoiceNotFoundMessage, async () => {
    const invoice = await getPublicInvoice(getDb(), slug);
    const pdf = invoice && (await invoicePdf(getDb(), invoice.id));
    return pdf && { name: pdf.fileName, type: "application/pdf", content: pdf.content };
  });
}
