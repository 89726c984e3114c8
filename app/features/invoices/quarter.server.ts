import { and, asc, gte, inArray, isNotNull, lt, min, or } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import { payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { startOfDay } from "#app/values/calendar.ts";
import { shownPayments } from "./payments-shown.ts";
import { type Quarter, quarterOf, type DaySpan } from "./quarter.ts";
import {
  type Figures,
  paymentShares,
  type Receipt,
  type Sale,
  type SalesDocument,
  salesWithin,
  sumOf,
} from "./quarter-figures.ts";

/** A document with how its money came: the last day once it is paid, and by what. */
export type SaleLine = Sale & { paidOn: string | null; methods: PaymentMethod[] };
export type ReceiptLine = Figures & {
  id: number;
  paidOn: string;
  method: PaymentMethod;
  reversesId: number | null;
  invoice: SalesDocument;
};

export type QuarterFigures = {
  sales: SaleLine[];
  issued: Figures;
  receipts: ReceiptLine[];
  received: Figures;
};

/** Sales and GST of a span, by issue date and by payment date. */
export async function getFigures(
  db: Db,
  _by: Administrator,
  span: DaySpan,
): Promise<QuarterFigures> {
  const documents = await findDocuments(db, span);
  const paid = await findReceipts(db, span);
  const invoiceIds = [
    ...new Set([...documents.map(({ id }) => id), ...paid.map(({ invoiceId }) => invoiceId)]),
  ];
  const all = await findAll(db, invoiceIds);
  const sales = salesWithin(documents, span).map((sale) => ({
    ...sale,
    ...howPaid(sale.document, all),
  }));
  const receipts = receiptLines(paid, all);
  return { sales, issued: sumOf(sales), receipts, received: sumOf(receipts) };
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
  // Money that went back is not how it was paid.
  const received = own.filter(({ amount }) => amount > 0);
  const days = received.map(({ paidOn }) => paidOn).toSorted();
  return {
    paidOn: came > 0 && came >= owed ? days.at(-1)! : null,
    methods: came > 0 ? [...new Set(received.map(({ method }) => method))] : [],
  };
}

function receiptLines(paid: readonly Row[], { documents, receipts }: Everything): ReceiptLine[] {
  const shares = new Map<number, Omit<Figures, "total">>();
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
  total: salesInvoices.total,
  gst: salesInvoices.gst,
  lines: salesInvoices.lines,
  issuedOn: salesInvoices.issuedOn,
  issuedAt: salesInvoices.issuedAt,
  voidedAt: salesInvoices.voidedAt,
};

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

const findReceipts = (db: Db, { from, before }: DaySpan): Promise<Row[]> =>
  db
    .select(receiptColumns)
    .from(payments)
    .where(and(gte(payments.paidOn, from), lt(payments.paidOn, before)))
    .orderBy(asc(payments.paidOn), asc(payments.id));

/** The documents with their credit notes, and every payment of them, also outside the span. */
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

/** The quarter of the first document or payment; null while there is none. */
export async function firstQuarter(db: Db, _by: Administrator): Promise<Quarter | null> {
  const [issued] = await db.select({ day: min(salesInvoices.issuedOn) }).from(salesInvoices);
  const [paid] = await db.select({ day: min(payments.paidOn) }).from(payments);
  const [first] = [issued?.day, paid?.day].filter((day) => typeof day === "string").toSorted();
  return first ? quarterOf(first) : null;
}
