import { packageName } from "#app/features/diary/session-lines.ts";
import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { creditSums } from "#app/features/diary/credits.server.ts";
import { invoiceState } from "#app/features/invoices/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  creditMoves,
  credits,
  diaryEntries,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { type SoldPackage } from "./model.ts";

export async function listPackages(
  db: Db,
  _by: Administrator,
  email: string,
  now = new Date(),
): Promise<SoldPackage[]> {
  const found = await db
    .select({ sold: credits, invoice: salesInvoices, ...creditSums })
    .from(credits)
    .innerJoin(salesInvoices, eq(salesInvoices.id, credits.salesInvoiceId))
    .where(eq(sql`lower(${credits.clientEmail})`, email.toLowerCase()))
    .orderBy(desc(credits.createdAt), desc(credits.id));
  const ids = found.map(({ sold }) => sold.id);
  const moves = ids.length > 0 ? await listMoves(db, ids) : [];
  return found.map(({ sold, invoice, left, of, taken }) => ({
    id: sold.id,
    name: packageName(sold.count, sold.minutes),
    expiresOn: sold.expiresOn,
    left,
    of,
    used: 0 - taken,
    singlePrice: sold.singlePrice,
    invoice: {
      id: invoice.id,
      number: invoice.number,
      state: invoiceState(invoice, melbourneDay(now)),
      total: invoice.total,
      paid: invoice.paid,
    },
    moves: moves.filter(({ creditId }) => creditId === sold.id),
  }));
}

function listMoves(db: Db, ids: string[]) {
  const { creditId, kind, amount, at } = creditMoves;
  const { id, title, startsAt } = diaryEntries;
  return db
    .select({ creditId, kind, amount, at, entry: { id, title, startsAt } })
    .from(creditMoves)
    .leftJoin(diaryEntries, eq(id, creditMoves.entryId))
    .where(inArray(creditId, ids))
    .orderBy(asc(creditMoves.id));
}
