import { earlierPdf } from "#app/features/invoices/documents.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { secretLinkHeaders } from "#app/server/http/secret-link.server.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/invoice-pdf";

export async function loader({ params, context }: Route.LoaderArgs) {
  const pdf = await earlierPdf(getDb(), currentAdministrator(context), params);
  if (!pdf)
    return new Response("There is no such PDF.", { status: 404, headers: secretLinkHeaders });
  return new Response(pdf.content, {
    headers: {
      ...secretLinkHeaders,
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="${pdf.fileName}"`,
    },
  });
}
