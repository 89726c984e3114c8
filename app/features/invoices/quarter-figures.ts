import { type Day, isInstant, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { gstFreeOf } from "./gst.ts";
import type { Invoice } from "./model.ts";
import { isWithin, type DaySpan, type Quarter, quarterOf } from "./quarter.ts";

export type SalesDocument = Pick<
  Invoice,
  | "id"
  | "kind"
  | "creditsId"
  | "number"
  | "buyerName"
  | "buyerEmail"
  | "title"
  | "lines"
  | "dueOn"
  | "total"
  | "gst"
  | "issuedOn"
  | "issuedAt"
  | "voidedAt"
>;

export type Receipt = { id: number; invoiceId: string; paidOn: Day; amount: Cents; at: Date };

/** `gstFree`: the part of the total without GST although the seller is registered. */
export type Figures = { total: Cents; gst: Cents; gstFree: Cents };

export type Lodged = ReadonlyMap<Quarter, Date>;

/** A lodged quarter keeps its figures: later records count on the day they are made. */
export function countedOn({ paidOn, at }: Pick<Receipt, "paidOn" | "at">, lodged: Lodged): Day {
  const lodgedAt = lodged.get(quarterOf(paidOn));
  return lodgedAt && at > lodgedAt ? melbourneDay(at) : paidOn;
}

/** `void`: issued and voided in the span, counts 0. `cancelled`: issued before, voided in it. */
export type Sale = Figures & { document: SalesDocument; standing: "issued" | "void" | "cancelled" };

/** A void after the issue quarter subtracts on its own day: the earlier figures may be lodged. */
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

const timesSign = (document: SalesDocument, sign: number): Figures => {
  const { total, gst, gstFree } = figuresOf(document);
  return sign === 0
    ? nothing
    : { total: sign * total, gst: sign * gst || 0, gstFree: sign * gstFree || 0 };
};

const nothing: Figures = { total: 0, gst: 0, gstFree: 0 };

const figuresOf = ({ total, gst, lines }: SalesDocument): Figures => ({
  total,
  gst: gst ?? 0,
  gstFree: gst === null ? 0 : gstFreeOf(lines),
});

/** The GST and GST-free parts of a payment; `overpaid` was not owed, so it is no sale yet. */
export type PaymentShare = Omit<Figures, "total"> & { overpaid: Cents };

/**
 * Splits the payments in recording order, so a later record never changes an earlier share. The
 * shares add up to those of the total paid, half a cent rounded up: for a fully paid invoice its
 * own, less credit notes written before. An overpaid amount carries no GST.
 */
export function paymentShares(
  invoice: SalesDocument,
  credits: readonly SalesDocument[],
  receipts: readonly Receipt[],
): Map<number, PaymentShare> {
  const shares = new Map<number, PaymentShare>();
  let [paid, shared] = [0, { gst: 0, gstFree: 0, overpaid: 0 }];
  for (const receipt of receipts.toSorted((one, other) => one.id - other.id)) {
    paid += receipt.amount;
    const owed = owedAt(receipt.at, invoice, credits);
    const gst = partOfPaid(paid, owed.gst, owed.total);
    const gstFree = partOfPaid(paid, owed.gstFree, owed.total);
    const overpaid = Math.max(0, paid - Math.max(0, owed.total));
    shares.set(receipt.id, {
      gst: gst - shared.gst,
      gstFree: gstFree - shared.gstFree,
      overpaid: overpaid - shared.overpaid,
    });
    shared = { gst, gstFree, overpaid };
  }
  return shares;
}

function owedAt(at: Date, invoice: SalesDocument, credits: readonly SalesDocument[]): Figures {
  const inForce = credits.filter(
    ({ issuedAt, voidedAt }) => issuedAt && issuedAt <= at && !(voidedAt && voidedAt <= at),
  );
  return sumOf([figuresOf(invoice), ...inForce.map((credit) => timesSign(credit, -1))]);
}

function partOfPaid(paid: Cents, part: Cents, total: Cents): Cents {
  if (paid <= 0 || part <= 0) return 0;
  if (paid >= total) return part;
  // BigInt: amounts that another program wrote may exceed safe integers.
  return Number((2n * BigInt(part) * BigInt(paid) + BigInt(total)) / (2n * BigInt(total)));
}

export function sumOf(parts: readonly Figures[]): Figures {
  return parts.reduce(
    (sum, { total, gst, gstFree }) => ({
      total: sum.total + total,
      gst: sum.gst + gst,
      gstFree: sum.gstFree + gstFree,
    }),
    nothing,
  );
}
