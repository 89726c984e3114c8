import {
  readQuarter,
  spanOf,
  accountantColumns,
  myobCsv,
  toImportedLines,
  toReceiptRow,
  toSaleRow,
  xeroColumns,
} from "#app/features/ledger/quarter.ts";
import { getFigures } from "#app/features/ledger/quarter.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { rowsToCsv } from "#app/values/csv.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import type { Route } from "./+types/quarter-export";

/** Rows: documents; payments (`by=payment`); for Xero and MYOB the lines of each document. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  const quarter = readQuarter(params.quarter);
  if (!quarter) return new Response("There is no such quarter.", { status: 404, headers });
  const by = new URL(request.url).searchParams.get("by");
  const { sales, receipts } = await getFigures(
    getDb(),
    currentAdministrator(context),
    spanOf(quarter),
  );
  const files: Readonly<Record<string, () => string>> = {
    payments: () => rowsToCsv(accountantColumns, receipts.map(toReceiptRow)),
    xero: () => rowsToCsv(xeroColumns, sales.flatMap(toImportedLines)),
    myob: () => myobCsv(sales),
    sales: () => rowsToCsv(accountantColumns, sales.map(toSaleRow)),
  };
  const name = by === "payment" ? "payments" : by === "xero" || by === "myob" ? by : "sales";
  return new Response(files[name]!(), {
    headers: {
      ...headers,
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}-${quarter}.csv"`,
    },
  });
}
