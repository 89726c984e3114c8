import {
  accountantColumns,
  toReceiptRow,
  toSaleRow,
} from "#app/features/invoices/quarter-export.ts";
import { readQuarter, spanOf } from "#app/features/invoices/quarter.ts";
import { getFigures } from "#app/features/invoices/quarter.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import type { Route } from "./+types/quarter-export";
import { currentAdministrator } from "./administrator.server.ts";

/** For the accountant: a line for each document issued, or (`by=payment`) for each payment. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  const quarter = readQuarter(params.quarter);
  if (!quarter) return new Response("There is no such quarter.", { status: 404, headers });
  const byPayment = new URL(request.url).searchParams.get("by") === "payment";
  const { sales, receipts } = await getFigures(
    getDb(),
    currentAdministrator(context),
    spanOf(quarter),
  );
  const rows = byPayment ? receipts.map(toReceiptRow) : sales.map(toSaleRow);
  const name = `${byPayment ? "payments" : "sales"}-${quarter}`;
  return new Response(rowsToCsv(accountantColumns, rows), {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}.csv"`,
    },
  });
}
