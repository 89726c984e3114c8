import { content } from "#app/content/content.ts";
import { formatAbn } from "#app/values/abn.ts";
import { cleanText, oneLine } from "#app/values/text.ts";
import type {
  InvoiceLine,
  ShownDetails,
  StoredWaysToPay,
} from "#app/server/database/tables.server.ts";
import { longDay, type Day } from "#app/values/calendar.ts";
import { formatMoney, fromCents, type Cents } from "#app/values/money.ts";
import { depositPercent, splitDeposit } from "#app/values/terms.ts";
import { allOf } from "#app/values/wording.ts";
import { type Invoice, isTaxInvoice, billedAs, askedOf, dueDaysOf, gstWithin } from "./model.ts";
import type { NewInvoice } from "./issue.server.ts";
import { hasPayId, hasAccount, formatBsb, formatPayId } from "#app/features/business/model.ts";

/** `name` is the trading name if there is one. */
type DocumentSeller = { name: string; legalName: string; abn: string; address: string };

/** GST law asks for these names on a document with GST; without GST it must not use them. */
export function documentName(invoice: Pick<Invoice, "kind" | "gst">): string {
  if (invoice.kind !== "credit-note") return isTaxInvoice(invoice) ? "Tax invoice" : "Invoice";
  return isTaxInvoice(invoice) ? "Credit note (adjustment note)" : "Credit note";
}

export function namedDocument(invoice: Pick<Invoice, "kind" | "gst" | "number">): string {
  return `${documentName(invoice)} ${invoice.number}`;
}

export function documentInSentence(invoice: Parameters<typeof namedDocument>[0]): string {
  const named = namedDocument(invoice);
  return named.charAt(0).toLowerCase() + named.slice(1);
}

/** Other programs may have written the rows. A tax invoice marks what is GST-free. */
export function documentLines({ lines, gst }: Pick<Invoice, "lines" | "gst">): InvoiceLine[] {
  return (lines as unknown[]).map((line) => {
    const { text, amount, gstFree } = (line ?? {}) as Partial<Record<keyof InvoiceLine, unknown>>;
    const said = (typeof text === "string" && oneLine(cleanText(text))) || "N/A";
    return {
      text: gstFree === true && gst !== null ? `${said} (GST-free)` : said,
      amount: Number.isSafeInteger(amount) ? Number(amount) : Number.NaN,
    };
  });
}

/** Other programs may have written the rows. */
export function sellerOf({ seller }: Pick<Invoice, "seller">): DocumentSeller {
  const text = (value: unknown) => (typeof value === "string" ? cleanText(value).trim() : "");
  const legalName = text(seller?.legalName);
  return {
    name: oneLine(text(seller?.tradingName)) || oneLine(legalName) || content().site.brand,
    legalName,
    abn: formatAbn(text(seller?.abn)),
    address: text(seller?.postalAddress),
  };
}

export function buyerText({ buyerName, buyerAddress, buyerAbn }: Invoice): string {
  const lines = [buyerName, buyerAddress, buyerAbn && `ABN ${formatAbn(buyerAbn)}`];
  return lines.filter(Boolean).map(cleanText).join("\n");
}

/** Only characters that every file system and header accepts. */
export function pdfFileName(number: string): string {
  return `${number.replaceAll(/[^A-Za-z0-9-]/g, "") || "invoice"}.pdf`;
}

export const waysToPayOf = (details: StoredWaysToPay): StoredWaysToPay => {
  const { legalName, payId, payIdKind, payIdName, bsb, accountNumber } = details;
  return { legalName, payId, payIdKind, payIdName, bsb, accountNumber };
};

/** The changeable facts that a PDF of the document shows. */
export function shownDetails(invoice: Invoice, details: StoredWaysToPay): ShownDetails {
  const { copyEmail: _copyEmail, ...buyer } = billedAs(invoice);
  const ways = invoice.kind === "credit-note" ? null : waysToPayOf(details);
  return { ...buyer, dueOn: invoice.dueOn, ways };
}

/** `copy`: what a payer pastes into a banking app. `way`: null for facts of every way. */
export type PaymentFact = {
  label: string;
  value: string;
  copy: string | null;
  way: "payid" | "account" | null;
};

type Payable = Pick<
  Invoice,
  "kind" | "voidedAt" | "reference" | "dueOn" | "total" | "paid" | "credited" | "returned"
>;

/** For the page, the PDF and the email; empty when nothing is owed. */
export function howToPay(details: StoredWaysToPay, invoice: Payable): PaymentFact[] {
  const rest = askedOf(invoice);
  const ways = [...payIdFacts(details), ...accountFacts(details)];
  const owed = invoice.kind !== "credit-note" && !invoice.voidedAt && rest > 0;
  if (!owed || ways.length === 0) return [];
  return [
    ...shown("Amount", formatMoney(rest), fromCents(rest)),
    ...shown("Due", invoice.dueOn && longDay(invoice.dueOn)),
    ...ways,
    ...shown("Reference", invoice.reference, invoice.reference),
  ];
}

function payIdFacts(details: StoredWaysToPay): PaymentFact[] {
  if (!hasPayId(details)) return [];
  const value = formatPayId(details);
  return [
    ...shown(payIdLabel(details), value, value.replaceAll(" ", "")),
    ...shown("PayID name", details.payIdName),
  ].map((fact) => ({ ...fact, way: "payid" }));
}

function accountFacts(details: StoredWaysToPay): PaymentFact[] {
  if (!hasAccount(details)) return [];
  const { bsb, accountNumber, legalName } = details;
  return [
    ...shown("BSB", formatBsb(bsb), bsb),
    ...shown("Account number", accountNumber, accountNumber),
    ...shown("Account name", legalName, legalName),
  ].map((fact) => ({ ...fact, way: "account" }));
}

function shown(label: string, value: string | null, copy: string | null = null): PaymentFact[] {
  return value ? [{ label, value, copy, way: null }] : [];
}

/** Banking apps ask for the kind first. */
function payIdLabel({ payIdKind }: Pick<StoredWaysToPay, "payIdKind">): string {
  if (!payIdKind) return "PayID";
  return `PayID (${payIdKind === "abn" ? "ABN" : payIdKind})`;
}

export type AgreedSale = {
  quoteId: string;
  /** Ids of the versions that it replaces. */
  earlier: readonly string[];
  buyerName: string;
  buyerEmail: string;
  title: string;
  eventDate: Day | null;
  lines: readonly { text: string; amount: Cents }[];
  total: Cents;
};

/** `paidInvoices`: numbers. `alreadyIs`: `invoiced` if the invoices in force may be unpaid. */
type Paid = {
  alreadyPaid: Cents;
  paidInvoices: readonly string[];
  alreadyIs?: "paid" | "invoiced";
};
type Terms = { today: Day; isRegistered: boolean; depositDays: number };

/** In the order of payment; nothing asks for A$0. */
export function agreedDocuments(
  sale: AgreedSale & Paid,
  terms: Terms,
): { issued: NewInvoice[]; draft: NewInvoice | null } {
  const rest = sale.total - sale.alreadyPaid;
  if (rest <= 0) return { issued: [], draft: null };
  const days = dueDaysOf(terms.today, sale.eventDate, terms.depositDays);
  const gst = (amount: Cents) => (terms.isRegistered ? amount : null);
  if (days.is === "whole") {
    const whole = documentOf(sale, "full", wholeLines(sale));
    return { issued: [{ ...whole, gst: gst(gstWithin(rest)), dueOn: days.due }], draft: null };
  }
  const { deposit, balance } = partsOf(sale);
  const gstOfDeposit = gstWithin(deposit.total);
  const first = { ...deposit, gst: gst(gstOfDeposit), dueOn: days.deposit };
  // Both parts together carry exactly the total's GST.
  const gstOfBalance = gstWithin(rest) - gstOfDeposit;
  const second = { ...balance, gst: gst(gstOfBalance), dueOn: days.balance };
  const isBalanceDraft = days.balance === null;
  const issued = [first, ...(isBalanceDraft ? [] : [second])].filter(({ total }) => total > 0);
  return { issued, draft: isBalanceDraft && second.total > 0 ? second : null };
}

type Part = Omit<NewInvoice, "gst" | "dueOn">;

function partsOf(sale: AgreedSale & Paid): { deposit: Part; balance: Part } {
  const { total, alreadyPaid } = sale;
  const { deposit, balance } = splitDeposit(total);
  const name = nameOf(sale);
  const paidBefore = Math.min(alreadyPaid, deposit);
  const depositLine = { text: `Deposit (${depositPercent}%) for ${name}`, amount: deposit };
  const balanceLines =
    alreadyPaid > deposit ? wholeLines(sale) : [{ text: `Balance for ${name}`, amount: balance }];
  return {
    deposit: documentOf(sale, "deposit", [depositLine, ...paidLine(sale, paidBefore)]),
    balance: documentOf(sale, "balance", balanceLines),
  };
}

function documentOf(sale: AgreedSale, kind: NewInvoice["kind"], lines: NewInvoice["lines"]): Part {
  const { quoteId, buyerName, buyerEmail } = sale;
  return {
    kind,
    quoteId,
    buyerName,
    buyerEmail,
    title: nameOf(sale),
    lines,
    total: lines.reduce((sum, { amount }) => sum + amount, 0),
    note: kind === "full" ? "" : agreedSentence(sale),
  };
}

const nameOf = ({ title, eventDate }: AgreedSale) =>
  eventDate ? `${title}, ${longDay(eventDate)}` : title;

function wholeLines(sale: AgreedSale & Paid): NewInvoice["lines"] {
  const { lines, total, alreadyPaid } = sale;
  const known = lines.reduce((sum, { amount }) => sum + amount, 0) === total && lines.length > 0;
  const whole = known ? [...lines] : [{ text: nameOf(sale), amount: total }];
  return [...whole, ...paidLine(sale, alreadyPaid)];
}

function paidLine({ paidInvoices, alreadyIs = "paid" }: Paid, amount: Cents): NewInvoice["lines"] {
  return amount > 0
    ? [{ text: `Already ${alreadyIs} on ${allOf(paidInvoices)}`, amount: -amount }]
    : [];
}

type Agreed = { lines: readonly { text: string; amount: Cents }[]; total: Cents };

function agreedSentence({ lines, total }: Agreed): string {
  const each = lines.map(({ text, amount }) => `${text}: ${formatMoney(amount)}`);
  const agreed = `Agreed in all: ${formatMoney(total)}`;
  return lines.length > 1 ? `${agreed} (${each.join("; ")}).` : `${agreed}.`;
}

/** Parses {@link agreedSentence} into rows, the total last; null for other text. */
export function agreedRows(note: string): [text: string, amount: string][] | null {
  const sentence = /^(Agreed in all: A\$[\d,.]+\d)(?: \((.+)\))?\.$/.exec(note);
  if (!sentence) return null;
  const [, total = "", lines] = sentence;
  const each = lines?.split(/(?<=: -?A\$[\d,]+\.\d\d); /) ?? [];
  const rows = [...each, total].map((row) => /^(.+): (-?A\$[\d,.]+)$/.exec(row));
  return rows.every((row) => row !== null) ? rows.map((row) => [row[1]!, row[2]!]) : null;
}
