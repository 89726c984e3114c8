import { invoiceNotFoundMessage } from "#app/features/invoices/public-invoice.ts";
import { invoicePdf } from "#app/features/invoices/documents.server.ts";
import { getPublicInvoice } from "#app/features/invoices/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { apiFailure } from "#app/server/http/api.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { log } from "#app/server/log.server.ts";
import type { Route } from "./+types/pdf";

export async function loader({ params: { slug } }: Route.LoaderArgs) {
  try {
    const invoice = await getPublicInvoice(getDb(), slug);
    const pdf = invoice && (await invoicePdf(getDb(), invoice.id));
    if (!pdf)
      return apiFailure(404, "not-found", invoiceNotFoundMessage, { headers: secretLinkHeaders });
    return new Response(pdf.content, {
      headers: {
        ...secretLinkHeaders,
        "Content-Type": "application/pdf",
        "Content-Disposition": `attachment; filename="${pdf.fileName}"`,
      },
    });
  } catch (error) {
    log.error({ err: error }, "PDF of an invoice not made");
    return apiFailure(
      503,
      "unavailable",
      "This isn't working right now. Please try again in a moment.",
      { headers: { ...secretLinkHeaders, "Retry-After": "5" } },
    );
  }
}
