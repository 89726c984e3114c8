import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { getStatement, drawStatement } from "#app/features/ledger/statement.server.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { isDay } from "#app/values/calendar.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/client-statement-pdf";

/** Not stored: it is as of today. */
export async function loader({ request, params: { email }, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const from = new URL(request.url).searchParams.get("from") ?? "";
  const statement = await getStatement(getDb(), by, email, isDay(from) ? from : null);
  const content = await drawStatement(statement, await getBusinessDetails(getDb()));
  return new Response(content, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `attachment; filename="statement-${statement.until}.pdf"`,
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
