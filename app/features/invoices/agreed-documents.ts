import { type Day, longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { depositPercent, splitDeposit } from "#app/values/terms.ts";
import { allOf } from "#app/values/wording.ts";
import { dueDaysOf, gstOfRest, gstWithin } from "./model.ts";
import type { NewInvoice } from "./issue.server.ts";

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
  const first = { ...deposit, gst: gst(gstWithin(deposit.total)), dueOn: days.deposit };
  const second = { ...balance, gst: gst(gstOfRest(rest, deposit.total)), dueOn: days.balance };
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
