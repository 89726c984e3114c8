import type { Administrator } from "#app/features/auth/model.ts";
import { getBusinessDetails } from "#app/features/invoices/business.server.ts";
import { issueSale } from "#app/features/invoices/issue-sale.server.ts";
import type { Invoice } from "#app/features/invoices/model.ts";
import { issuingRefusal } from "#app/features/invoices/new-invoice.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { longDay, melbourneDay } from "#app/values/calendar.ts";
import { followCredit, openPackage } from "./credits.server.ts";
import { lockEntry } from "./entries.server.ts";
import { minutesOf, packageName } from "./session-lines.ts";
import { payableAhead } from "./series.ts";
import { listSeries } from "./series.server.ts";

/** `count`: number of lessons on the page. */
type Seen = { id: string; version: number; count: number };

export type TermInvoiceResult =
  | { ok: true; invoice: Invoice }
  | { ok: false; reason: "not-found" | "changed" | "off" | "incomplete" };

/** The lessons become a package, so that a timely cancellation leaves one to make up. */
export function invoiceTerm(
  db: Db,
  by: Administrator,
  { id, version, count }: Seen,
  now = new Date(),
): Promise<TermInvoiceResult> {
  return db.transaction(async (tx) => {
    const first = await lockEntry(tx, { id }, now);
    if (!first?.seriesId) return { ok: false, reason: "not-found" };
    const lessons = payableAhead(first, await listSeries(tx, first.seriesId), now);
    if (first.version !== version || lessons.length !== count || count === 0)
      return { ok: false, reason: "changed" };
    const details = await getBusinessDetails(tx);
    const refusal = issuingRefusal(details);
    if (refusal) return { ok: false, reason: refusal };
    const [minutes, price] = [minutesOf(first), first.price!];
    const title = `${first.title}, ${packageName(count, minutes)}`;
    const [from, until] = [first, lessons.at(-1)!].map((one) =>
      longDay(melbourneDay(one.startsAt)),
    );
    const who = first.student || first.clientName;
    const text = [title, who, `${from} to ${until}`].filter(Boolean).join(", ");
    const sale = {
      buyerName: first.clientName ?? "",
      buyerEmail: first.clientEmail!,
      title,
      lines: [{ text, amount: price * count }],
    };
    const invoice = await issueSale(tx, sale, { details, by: by.email }, now);
    const clientEmail = first.clientEmail!;
    const sold = { salesInvoiceId: invoice.id, clientEmail, minutes, count, singlePrice: price };
    await openPackage(tx, { ...sold, coversUnpaid: true, createdAt: now });
    for (const lesson of lessons) await followCredit(tx, lesson, now);
    return { ok: true, invoice };
  });
}
