import { and, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { confirmationKinds } from "#app/features/email/model.ts";
import { expireEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { findAccounts, lockAccounts, isReachable } from "#app/features/invoices/queries.server.ts";
import { type AgreedSale, agreedDocuments } from "#app/features/invoices/document-texts.ts";
import {
  getBusinessDetails,
  getSeller,
  isGstRegistered,
} from "#app/features/business/queries.server.ts";
import { issueCreditNotes } from "./corrections.server.ts";
import {
  draftInvoice,
  evenedOut,
  issueInvoices,
  type NewInvoice,
  markVoid,
} from "#app/features/invoices/issue.server.ts";
import type { BusinessDetails } from "#app/features/business/model.ts";
import { type Invoice, restOf, gstWithin, dueIn } from "#app/features/invoices/model.ts";
import { recordInvoices, recordInvoice } from "#app/features/invoices/history.server.ts";
import type {
  AcceptanceInvoices,
  Settled,
} from "#app/features/invoices/acceptance-email.server.tsx";
import type { PaymentMethod } from "#app/server/database/enums.ts";
import { queueInvoice } from "#app/features/invoices/emails.server.tsx";
import { recordPayment } from "./payments.server.ts";

/** Ids of the quote and of the versions that it replaces. */
export type Versions = readonly [string, ...string[]];

const nothingSettled: Settled = {
  voided: [],
  creditNotes: [],
  paidInvoices: [],
  alreadyPaid: 0,
  toRefund: 0,
};

/** Call it late: it locks the counter's row. Null while invoicing is off. `by`: email or `client`. */
export async function invoiceAcceptance(
  tx: Db,
  agreed: AgreedSale,
  by: string,
  now: Date,
): Promise<AcceptanceInvoices | null> {
  const today = melbourneDay(now);
  const { details, isRegistered } = await getSeller(tx, today);
  const versions: Versions = [agreed.quoteId, ...agreed.earlier];
  // Earlier invoices end even if invoicing was switched off since.
  if (!details.invoicing && versions.length === 1) return null;
  const reason = "A new version of the quote was accepted.";
  const settled = await settle(tx, versions, agreed.total, { reason, by }, now);
  if (!details.invoicing) return null;
  const documents = agreedDocuments(
    { ...agreed, ...settled },
    { today, isRegistered, depositDays: details.depositDays },
  );
  return { ...settled, ...(await issue(tx, agreed, documents, { details, by }, now)) };
}

async function issue(
  tx: Db,
  { quoteId }: AgreedSale,
  documents: ReturnType<typeof agreedDocuments>,
  { details, by }: { details: BusinessDetails; by: string },
  now: Date,
): Promise<Pick<AcceptanceInvoices, "issued" | "draft" | "details">> {
  const draft = documents.draft && (await draftInvoice(tx, documents.draft, by, now));
  const even = await evenedOut(tx, quoteId, documents.issued);
  const issued = await issueInvoices(tx, even, { details, by }, now);
  const events = issued.map((invoice) => ({
    action: "issued",
    invoice,
    after: { total: formatMoney(invoice.total) },
  }));
  await recordInvoices(tx, by, events, now);
  return { issued, draft, details };
}

/** `paid`: the acceptance can't be reversed until a refund of this amount is recorded. */
type WithdrawalResult =
  | { ok: true; voided: Invoice[] }
  | { ok: false; reason: "paid"; paid: Cents };

export async function withdrawInvoices(
  tx: Db,
  quoteId: string,
  by: string,
  now: Date,
): Promise<WithdrawalResult> {
  const invoices = await lockAgreed(tx, [quoteId]);
  const paid = invoices.reduce((sum, invoice) => sum + invoice.paid, 0);
  if (invoices.some((invoice) => invoice.paid !== 0)) return { ok: false, reason: "paid", paid };
  const reason = "The acceptance was reversed.";
  await expireConfirmations(tx, [quoteId], now);
  const { voided } = await settle(tx, [quoteId], 0, { reason, by }, now);
  return { ok: true, voided };
}

export type SettlementPlan = Settlement<Invoice> & {
  accounts: Invoice[];
  drafts: Invoice[];
  /** The most that can be kept; null when no invoice records what was paid. */
  keepable: Cents | null;
};

/** Locks the invoices, so that {@link settle} in the same transaction follows this plan. */
export async function planEnd(
  tx: Db,
  versions: Versions,
  kept: (keepable: Cents | null) => Cents,
): Promise<SettlementPlan> {
  const accounts = await lockAgreed(tx, versions);
  const drafts = await tx.select().from(salesInvoices).where(draftsOf(versions));
  const isInvoiced = await hasAgreedInvoices(tx, versions);
  const keepable = isInvoiced ? settlementOf(accounts, Number.MAX_SAFE_INTEGER).alreadyPaid : null;
  return { ...settlementOf(accounts, kept(keepable)), accounts, drafts, keepable };
}

/** The part of an agreement that no invoice or draft covers. A credit note lowered its price. */
export async function missingOf(db: Db, { quoteId, earlier, total }: AgreedSale) {
  const all = await findAccounts(db, ofAgreement([quoteId, ...earlier]));
  const standing = all.filter(({ voidedAt }) => voidedAt === null);
  const own = standing.filter((account) => account.quoteId === quoteId);
  const before = standing.filter((account) => account.quoteId !== quoteId);
  const alreadyPaid = before.reduce((sum, account) => sum + account.total - account.credited, 0);
  // A reissued invoice counts once.
  const replaced = all.filter(({ replacesId }) => own.some(({ id }) => id === replacesId));
  const asked = own.reduce((sum, account) => sum + account.total, alreadyPaid);
  const invoiced = replaced.reduce((sum, account) => sum - account.total, asked);
  const isCurrent = ({ id }: Invoice) => !replaced.some(({ replacesId }) => replacesId === id);
  const missing = Math.max(0, total - invoiced);
  return { own: own.filter(isCurrent), before, alreadyPaid, invoiced, missing };
}

/** Issues the void parts of the agreement again, or else one more invoice for the rest. */
export async function issueMissing(
  tx: Db,
  agreed: AgreedSale,
  by: string,
  now: Date,
): Promise<AcceptanceInvoices> {
  const { own, before, alreadyPaid, invoiced, missing } = await missingOf(tx, agreed);
  const today = melbourneDay(now);
  const { details, isRegistered } = await getSeller(tx, today);
  const terms = { today, isRegistered, depositDays: details.depositDays };
  const paid = { alreadyPaid, paidInvoices: numbersOf(before) };
  const whole = agreedDocuments({ ...agreed, ...paid }, terms);
  const isVoid = ({ kind }: NewInvoice) => !own.some((account) => account.kind === kind);
  const parts = { issued: whole.issued.filter(isVoid), draft: whole.draft };
  if (parts.draft && !isVoid(parts.draft)) parts.draft = null;
  const sum = [...parts.issued, parts.draft].reduce((all, part) => all + (part?.total ?? 0), 0);
  const asked = { alreadyPaid: invoiced, paidInvoices: numbersOf([...before, ...own]) };
  const rest = { ...agreed, ...asked, alreadyIs: "invoiced" } as const;
  const documents = sum === missing ? parts : agreedDocuments(rest, terms);
  return {
    ...nothingSettled,
    ...paid,
    ...(await issue(tx, agreed, documents, { details, by }, now)),
  };
}

const numbersOf = (invoices: readonly Invoice[]) => invoices.flatMap(({ number }) => number ?? []);

export type AgreementMoney = Awaited<ReturnType<typeof agreementMoney>>;

export async function agreementMoney(db: Db, _administrator: Administrator, quoteId: string) {
  const { invoicing } = await getBusinessDetails(db);
  const invoices = await findAccounts(db, inForce([quoteId]));
  return {
    invoicing,
    issued: invoices.map(({ number }) => number!),
    // Less refunds.
    paid: invoices.reduce((sum, { paid }) => sum + paid, 0),
  };
}

/** Void invoices and drafts count too. */
export async function hasAgreedInvoices(tx: Db, versions: Versions): Promise<boolean> {
  return (await tx.$count(salesInvoices, ofAgreement(versions))) > 0;
}

const agreedKinds = ["deposit", "balance", "full"] as const;

const ofAgreement = (versions: Versions) =>
  and(inArray(salesInvoices.quoteId, [...versions]), inArray(salesInvoices.kind, [...agreedKinds]));

const inForce = (versions: Versions) =>
  and(ofAgreement(versions), isNotNull(salesInvoices.number), isNull(salesInvoices.voidedAt));

const draftsOf = (versions: Versions) => and(ofAgreement(versions), isNull(salesInvoices.number));

async function lockAgreed(tx: Db, versions: Versions): Promise<Invoice[]> {
  await lockAccounts(tx, inForce(versions));
  return findAccounts(tx, inForce(versions));
}

export async function expireConfirmations(tx: Db, versions: Versions, now: Date): Promise<void> {
  const isConfirming = inArray(emails.kind, ["invoice", ...confirmationKinds]);
  const theirs = and(inArray(emails.quoteId, [...versions]), isConfirming);
  await expireEmails(tx, theirs, "Not sent: what was agreed has changed.", now);
}

/** Ends an agreement's invoices, except for the amount paid towards the new total. */
export async function settle(
  tx: Db,
  versions: Versions,
  newTotal: Cents,
  correction: { reason: string; by: string },
  now: Date,
): Promise<Settled> {
  if (!(await hasAgreedInvoices(tx, versions))) return nothingSettled;
  await tx.delete(salesInvoices).where(draftsOf(versions));
  await expireConfirmations(tx, versions, now);
  const plan = settlementOf(await lockAgreed(tx, versions), newTotal);
  const { alreadyPaid, toRefund } = plan;
  const voided: Invoice[] = [];
  for (const invoice of plan.voided) voided.push(await markVoid(tx, invoice, correction, now));
  const creditNotes = await issueCreditNotes(tx, plan.credited, correction, now);
  return {
    voided,
    creditNotes,
    paidInvoices: plan.kept.map(({ number }) => number!),
    alreadyPaid,
    toRefund,
  };
}

type Settlement<Account> = {
  voided: Account[];
  credited: { invoice: Account; amount: Cents }[];
  /** Invoices that stay in force for the amount paid. */
  kept: Account[];
  /** The sum of the kept invoices. */
  alreadyPaid: Cents;
  /** Paid beyond that sum. */
  toRefund: Cents;
};

type Money = Pick<Invoice, "total" | "paid" | "credited"> &
  Partial<Pick<Invoice, "refundedByCard">>;

/**
 * Ends the issued invoices (oldest first) of an agreement. Unpaid ones are voided; others, and
 * those that a card payment may return to, are cut to the amount paid. If that exceeds the new
 * total, the latest are cut further, and the excess is to be refunded.
 */
export function settlementOf<Account extends Money>(
  invoices: readonly Account[],
  newTotal: Cents,
): Settlement<Account> {
  const touched = invoices.filter(
    ({ paid, credited, refundedByCard = 0 }) => paid !== 0 || credited !== 0 || refundedByCard > 0,
  );
  const cuts = touched.map((invoice) => ({ invoice, amount: unpaidOf(invoice) }));
  const leftOf = ({ invoice, amount }: (typeof cuts)[number]) =>
    invoice.total - invoice.credited - amount;
  const sum = () => cuts.reduce((all, cut) => all + leftOf(cut), 0);
  let surplus = sum() - newTotal;
  for (const cut of cuts.toReversed()) {
    const further = Math.max(0, Math.min(surplus, leftOf(cut)));
    cut.amount += further;
    surplus -= further;
  }
  return {
    voided: invoices.filter((invoice) => !touched.includes(invoice)),
    credited: cuts.filter(({ amount }) => amount > 0),
    kept: cuts.filter((cut) => leftOf(cut) > 0).map(({ invoice }) => invoice),
    alreadyPaid: sum(),
    toRefund: cuts.reduce((all, cut) => all + Math.max(0, cut.invoice.paid - leftOf(cut)), 0),
  };
}

/** At most the rest, also where more than that was refunded. */
function unpaidOf(invoice: Money): Cents {
  return Math.max(0, Math.min(restOf(invoice), invoice.total - invoice.credited));
}

type Sale = Pick<NewInvoice, "buyerName" | "buyerEmail" | "title" | "lines">;

/** `delay`: seconds. `paidBy`: paid already, so the buyer gets only the receipt. */
type SaleIssuing = { details: BusinessDetails; by: string; delay?: number; paidBy?: PaymentMethod };

/** The caller has checked `issuingRefusal`. */
export async function issueSale(
  tx: Db,
  sale: Sale,
  { details, by, delay = 0, paidBy }: SaleIssuing,
  now: Date,
): Promise<Invoice> {
  const today = melbourneDay(now);
  const total = sale.lines.reduce((sum, { amount }) => sum + amount, 0);
  const content = {
    ...sale,
    kind: "other" as const,
    total,
    gst: (await isGstRegistered(tx, today)) ? gstWithin(total) : null,
    dueOn: dueIn(today, details.depositDays),
  };
  const [issued] = await issueInvoices(tx, [content], { details, by }, now);
  const invoice = issued!;
  const after = { total: formatMoney(total), due: invoice.dueOn };
  await recordInvoice(tx, by, "issued", invoice, now, { after });
  if (!paidBy || total === 0) {
    if (isReachable(invoice)) await queueInvoice(tx, invoice, details, delay);
    return invoice;
  }
  const payment = { invoiceId: invoice.id, paidOn: today, amount: total, method: paidBy };
  const paid = await recordPayment(tx, payment, by, now);
  if (!paid.ok) throw new Error(`A new invoice was not paid: ${paid.reason}.`);
  return paid.account;
}
