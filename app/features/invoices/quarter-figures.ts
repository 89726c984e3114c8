import { type Day, isInstant, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import type { Invoice } from "./model.ts";
import { isWithin, type DaySpan } from "./quarter.ts";

/** What the figures of a quarter need to know of an invoice or a credit note. */
export type SalesDocument = Pick<
  Invoice,
  | "id"
  | "kind"
  | "creditsId"
  | "number"
  | "buyerName"
  | "total"
  | "gst"
  | "issuedOn"
  | "issuedAt"
  | "voidedAt"
>;

export type Receipt = { id: number; invoiceId: string; paidOn: Day; amount: Cents; at: Date };

export type Figures = { total: Cents; gst: Cents };

/**
 * `issued`: counts. `void`: issued and voided within the span, so it doesn't. `cancelled`: issued
 * before the span and voided within it.
 */
export type Sale = Figures & { document: SalesDocument; standing: "issued" | "void" | "cancelled" };

/**
 * Sales by issue date. A credit note subtracts on its own day. What is voided later than the quarter
 * it was issued in stays in that quarter's figures, which may have been reported by then, and is
 * subtracted in the quarter of the voiding, as an adjustment is.
 */
export function salesWithin(documents: readonly SalesDocument[], span: DaySpan): Sale[] {
  return documents.flatMap((document) => {
    if (!document.issuedOn) return [];
    const issued = isWithin(document.issuedOn, span);
    const voided = isVoidedWithin(document, span);
    if (!issued && !voided) return [];
    const sign = (document.kind === "credit-note" ? -1 : 1) * (Number(issued) - Number(voided));
    const standing = issued ? (voided ? "void" : "issued") : "cancelled";
    return [{ document, standing, ...timesSign(document, sign) }];
  });
}

const isVoidedWithin = ({ voidedAt }: SalesDocument, span: DaySpan) =>
  voidedAt !== null && isInstant(voidedAt) && isWithin(melbourneDay(voidedAt), span);

const timesSign = ({ total, gst }: SalesDocument, sign: number): Figures =>
  sign === 0 ? { total: 0, gst: 0 } : { total: sign * total, gst: sign * (gst ?? 0) || 0 };

/**
 * The GST within each payment of an invoice, in the order in which they were recorded, so that what
 * is recorded later never changes an earlier share. Together they are always the GST of what was
 * paid in all, half a cent rounded up: of an invoice paid in full exactly its GST, less that of the
 * credit notes that were written before. What is overpaid contains none.
 */
export function gstShares(
  invoice: SalesDocument,
  credits: readonly SalesDocument[],
  receipts: readonly Receipt[],
): Map<number, Cents> {
  const shares = new Map<number, Cents>();
  let [paid, shared] = [0, 0];
  for (const receipt of receipts.toSorted((one, other) => one.id - other.id)) {
    paid += receipt.amount;
    const within = gstOfPaid(paid, owedAt(receipt.at, invoice, credits));
    shares.set(receipt.id, within - shared);
    shared = within;
  }
  return shares;
}

/** Total and GST of an invoice less the credit notes that were in force at an instant. */
function owedAt(at: Date, invoice: SalesDocument, credits: readonly SalesDocument[]): Figures {
  const inForce = credits.filter(
    ({ issuedAt, voidedAt }) => issuedAt && issuedAt <= at && !(voidedAt && voidedAt <= at),
  );
  const sum = sumOf(inForce.map(({ total, gst }) => ({ total, gst: gst ?? 0 })));
  return { total: invoice.total - sum.total, gst: (invoice.gst ?? 0) - sum.gst };
}

function gstOfPaid(paid: Cents, { total, gst }: Figures): Cents {
  if (paid <= 0 || gst <= 0) return 0;
  if (paid >= total) return gst;
  // Of amounts that another program wrote the product may be too large for a number.
  return Number((2n * BigInt(gst) * BigInt(paid) + BigInt(total)) / (2n * BigInt(total)));
}

export function sumOf(parts: readonly Figures[]): Figures {
  return parts.reduce((sum, { total, gst }) => ({ total: sum.total + total, gst: sum.gst + gst }), {
    total: 0,
    gst: 0,
  });
}
