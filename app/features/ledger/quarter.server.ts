import { and, asc, eq, gte, inArray, isNotNull, lt, min, or } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import { lodgedQuarters, payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay, startOfDay } from "#app/values/calendar.ts";
import { type Invoice, shownPayments } from "#app/features/invoices/model.ts";
import {
  type DaySpan,
  isWithin,
  type Quarter,
  quarterInWords,
  quarterOf,
  countedOn,
  type Lodged,
  type PaymentShare,
  paymentShares,
  type Receipt,
  salesWithin,
  sumOf,
} from "./quarter.ts";

export type QuarterFigures = Awaited<ReturnType<typeof getFigures>>;
export type SaleLine = QuarterFigures["sales"][number];
export type ReceiptLine = QuarterFigures["receipts"][number];

export async function getFigures(db: Db, _by: Administrator, span: DaySpan) {
  const documents = await findDocuments(db, span);
  const paid = await findReceipts(db, span, await getLodged(db));
  const invoiceIds = [
    ...new Set([
      ...documents.flatMap(({ id, creditsId }) => [id, ...(creditsId ? [creditsId] : [])]),
      ...paid.map(({ invoiceId }) => invoiceId),
    ]),
  ];
  const all = await findAll(db, invoiceIds);
  const sales = salesWithin(documents, span).map((sale) => ({
    ...sale,
    ...howPaid(sale.document, all),
    corrects: all.documents.find(({ id }) => id === sale.document.creditsId)?.number ?? null,
    // The day of issue, or of a void in a later quarter.
    countsOn:
      sale.standing === "cancelled" && sale.document.voidedAt
        ? melbourneDay(sale.document.voidedAt)
        : sale.document.issuedOn,
  }));
  const receipts = receiptLines(paid, all);
  return {
    sales,
    issued: sumOf(sales),
    receipts,
    received: sumOf(receipts),
    // Part of what was received, before any refund.
    overpaid: receipts.reduce((sum, { overpaid }) => sum + overpaid, 0),
  };
}

export async function getLodged(db: Db): Promise<Lodged> {
  const rows = await db.select().from(lodgedQuarters);
  return new Map(rows.map(({ quarter, lodgedAt }) => [quarter, lodgedAt]));
}

/** Idempotent. */
export function markLodged(
  db: Db,
  by: Owner,
  { quarter, isLodged }: { quarter: Quarter; isLodged: boolean },
  now = new Date(),
): Promise<{ ok: boolean }> {
  return db.transaction(async (tx) => {
    if (quarter >= quarterOf(melbourneDay(now))) return { ok: false };
    const changed = isLodged
      ? await tx
          .insert(lodgedQuarters)
          .values({ quarter, lodgedAt: now })
          .onConflictDoNothing()
          .returning()
      : await tx.delete(lodgedQuarters).where(eq(lodgedQuarters.quarter, quarter)).returning();
    const action = isLodged ? "marked as lodged" : "marked as not lodged";
    const subject = { kind: "business", label: `the BAS of ${quarterInWords(quarter)}` } as const;
    if (changed.length > 0) await recordActivity(tx, { actor: by.email, action, subject }, now);
    return { ok: true };
  });
}

type Row = Receipt & { method: PaymentMethod; reversesId: number | null };
type Everything = { documents: SalesDocument[]; receipts: Row[] };

function howPaid(document: SalesDocument, { documents, receipts }: Everything) {
  const own = shownPayments(receipts.filter(({ invoiceId }) => invoiceId === document.id));
  const credited = documents.filter(
    ({ creditsId, voidedAt }) => creditsId === document.id && !voidedAt,
  );
  const owed = credited.reduce((rest, { total }) => rest - total, document.total);
  const came = own.reduce((sum, { amount }) => sum + amount, 0);
  // A refund is not how it was paid.
  const received = own.filter(({ amount }) => amount > 0);
  const days = received.map(({ paidOn }) => paidOn).toSorted();
  return {
    paidOn: came > 0 && came >= owed ? days.at(-1)! : null,
    methods: came > 0 ? [...new Set(received.map(({ method }) => method))] : [],
  };
}

function receiptLines(paid: readonly Row[], { documents, receipts }: Everything) {
  const shares = new Map<number, PaymentShare>();
  for (const id of new Set(paid.map(({ invoiceId }) => invoiceId)))
    for (const [receipt, share] of paymentShares(
      documents.find((document) => document.id === id)!,
      documents.filter(({ creditsId }) => creditsId === id),
      receipts.filter(({ invoiceId }) => invoiceId === id),
    ))
      shares.set(receipt, share);
  return paid.map(({ id, invoiceId, paidOn, amount, method, reversesId }) => ({
    id,
    paidOn,
    method,
    reversesId,
    invoice: documents.find((document) => document.id === invoiceId)!,
    total: amount,
    ...shares.get(id)!,
  }));
}

const documentColumns = {
  id: salesInvoices.id,
  kind: salesInvoices.kind,
  creditsId: salesInvoices.creditsId,
  number: salesInvoices.number,
  buyerName: salesInvoices.buyerName,
  buyerEmail: salesInvoices.buyerEmail,
  title: salesInvoices.title,
  dueOn: salesInvoices.dueOn,
  total: salesInvoices.total,
  gst: salesInvoices.gst,
  lines: salesInvoices.lines,
  issuedOn: salesInvoices.issuedOn,
  issuedAt: salesInvoices.issuedAt,
  voidedAt: salesInvoices.voidedAt,
};

export type SalesDocument = Pick<Invoice, keyof typeof documentColumns>;

const receiptColumns = {
  id: payments.id,
  invoiceId: payments.salesInvoiceId,
  paidOn: payments.paidOn,
  amount: payments.amount,
  method: payments.method,
  reversesId: payments.reversesId,
  at: payments.at,
};

const findDocuments = (db: Db, { from, before }: DaySpan): Promise<SalesDocument[]> =>
  db
    .select(documentColumns)
    .from(salesInvoices)
    .where(
      or(
        and(gte(salesInvoices.issuedOn, from), lt(salesInvoices.issuedOn, before)),
        and(
          isNotNull(salesInvoices.issuedOn),
          gte(salesInvoices.voidedAt, startOfDay(from)),
          lt(salesInvoices.voidedAt, startOfDay(before)),
        ),
      ),
    )
    .orderBy(asc(salesInvoices.issuedOn), asc(salesInvoices.number));

async function findReceipts(db: Db, span: DaySpan, lodged: Lodged): Promise<Row[]> {
  const rows = await db
    .select(receiptColumns)
    .from(payments)
    .where(
      or(
        and(gte(payments.paidOn, span.from), lt(payments.paidOn, span.before)),
        and(gte(payments.at, startOfDay(span.from)), lt(payments.at, startOfDay(span.before))),
      ),
    )
    .orderBy(asc(payments.paidOn), asc(payments.id));
  return rows.filter((row) => isWithin(countedOn(row, lodged), span));
}

/** Includes credit notes and payments outside the span. */
async function findAll(db: Db, ids: string[]): Promise<Everything> {
  if (ids.length === 0) return { documents: [], receipts: [] };
  const documents = await db
    .select(documentColumns)
    .from(salesInvoices)
    .where(or(inArray(salesInvoices.id, ids), inArray(salesInvoices.creditsId, ids)));
  const receipts = await db
    .select(receiptColumns)
    .from(payments)
    .where(inArray(payments.salesInvoiceId, ids))
    .orderBy(asc(payments.id));
  return { documents, receipts };
}

export async function firstQuarter(db: Db, _by: Administrator): Promise<Quarter | null> {
  const [issued] = await db.select({ day: min(salesInvoices.issuedOn) }).from(salesInvoices);
  const [paid] = await db.select({ day: min(payments.paidOn) }).from(payments);
  const [first] = [issued?.day, paid?.day].filter((day) => typeof day === "string").toSorted();
  return first ? quarterOf(first) : null;
}
