import type { InvoiceKind } from "#app/server/database/enums.ts";
import { type Day, isDay, longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { buyerText, documentLines, namedDocument, sellerOf } from "./document-texts.ts";
import {
  type Invoice,
  invoiceState,
  type InvoiceState,
  shownRestOf,
  type ShownPayment,
  paymentMethodLabels,
} from "./model.ts";

export type LinkedInvoice = NonNullable<ReturnType<typeof linkedInvoice>>;

/** Everything the client's page may show; nothing else of the record leaves the server. */
export type PublicInvoice = ReturnType<typeof toPublicInvoice>;

type Surroundings = {
  payments: ShownPayment[];
  quoteSlug: string | null;
  examPage?: { href: string } | undefined;
  credits: readonly Invoice[];
  corrects: Invoice | null;
  others: readonly Invoice[];
};

/** Null without a public page: a draft, or one whose page has ended. */
export function linkedInvoice(account: Invoice, today: Day) {
  const { slug, number, kind, dueOn, total } = account;
  if (!slug || !number) return null;
  const state = invoiceState(account, today);
  const due = dueOn && dueText(dueOn, state, today);
  return { slug, number, kind, total, rest: shownRestOf(account), state, due };
}

export function toPublicInvoice(
  account: Invoice,
  { payments, credits, corrects, others, quoteSlug, examPage }: Surroundings,
  today: Day,
) {
  const { kind, number, title, purchaseOrder, issuedOn, dueOn, total, gst, paid } = account;
  const linked = (accounts: readonly Invoice[]) =>
    accounts.flatMap((other) => linkedInvoice(other, today) ?? []);
  const state = invoiceState(account, today);
  return {
    kind,
    heading: namedDocument(account),
    number: number ?? "",
    title,
    billedTo: buyerText(account),
    purchaseOrder,
    seller: sellerOf(account),
    issuedOn,
    dueOn,
    lines: documentLines(account),
    /** Of a credit note: why it was written. */
    note: account.note,
    total,
    gst,
    paid,
    /** Refunded, while the invoice asks for nothing because of it. */
    returned: account.returned ?? 0,
    /** Negative when overpaid. */
    rest: shownRestOf(account),
    state,
    due: dueOn && dueText(dueOn, state, today),
    payments,
    credits: linked(credits),
    corrects: corrects ? linkedInvoice(corrects, today) : null,
    others: linked(others),
    quoteSlug,
    examPage: examPage ? new URL(examPage.href).pathname : null,
  };
}

/** `due by Saturday, 28 November 2026`. Null for an invalid day, which another program may have written. */
function dueText(dueOn: Day, state: InvoiceState, today: Day): string | null {
  if (!isDay(dueOn)) return null;
  if (dueOn === today) return "due today";
  return state === "overdue" ? `was due on ${longDay(dueOn)}` : `due by ${longDay(dueOn)}`;
}

type Headline = { main: string; rest: string | null };

export function headlineOf(invoice: PublicInvoice): Headline {
  const { state, rest, due, total, number, corrects, returned } = invoice;
  switch (state) {
    case "void":
      return { main: "Cancelled", rest: "There's nothing to pay." };
    case "credited":
      return { main: "Nothing to pay", rest: creditedText(invoice) };
    case "refunded":
      return { main: "Nothing to pay just now", rest: `${formatMoney(returned)} went back to you` };
    case "credit-note": {
      const from = corrects ? `off invoice ${corrects.number}` : `credit note ${number}`;
      return { main: formatMoney(total), rest: from };
    }
    case "paid":
      return total === 0
        ? { main: "Nothing to pay", rest: null }
        : { main: "Paid. Thank you.", rest: paidText(invoice) };
    default:
      return { main: formatMoney(rest), rest: due };
  }
}

export function subjectOf({ kind, title }: PublicInvoice): string | null {
  if (!title) return null;
  const isPart = kind === "deposit" || kind === "balance";
  return isPart ? `${kindNames[kind]} for ${title}` : `For ${title}`;
}

export function stateSentences(invoice: PublicInvoice): string[] {
  const { state, paid, rest } = invoice;
  switch (state) {
    case "void":
      return ["This invoice no longer counts. If you've already sent a payment for it, email me."];
    case "credit-note":
      return ["This credit note lowers what you pay. There's nothing you need to do."];
    case "paid":
      return paidSentences(invoice);
    case "refunded":
      return ["If anything is still to be paid, I'll let you know."];
    case "overdue":
      return [
        ...soFar(paid),
        "If you've just paid, thank you: a transfer can take a day or two to reach me.",
        "If something's in the way, email me and we'll sort it out.",
      ];
    case "part-paid":
      return [...soFar(paid), `${formatMoney(rest)} is still to come.`];
    default:
      return [];
  }
}

/** `A$775.00 taken off by credit note CN-0001`. */
function creditedText({ total, credits }: PublicInvoice): string {
  const by = credits.map(({ number }) => number).join(", ");
  return `${formatMoney(total)} taken off${by && ` by credit note ${by}`}`;
}

/** `A$775.00 on Monday, 23 November 2026`: the day of the last payment. */
function paidText({ paid, payments }: PublicInvoice): string | null {
  // Payments are in recording order, and a refund's day is no payment day.
  const days = payments.filter(({ amount }) => amount > 0).map(({ paidOn }) => paidOn);
  const last = days.toSorted().at(-1);
  if (!last) return null;
  return `${formatMoney(paid)}${days.length > 1 ? ", the last of it" : ""} on ${longDay(last)}`;
}

function paidSentences({ rest, total }: PublicInvoice): string[] {
  if (rest < 0)
    return [
      `You've paid ${formatMoney(-rest)} more than was due. I'll be in touch about returning it.`,
    ];
  return total === 0 ? [] : ["There's nothing more to do."];
}

function soFar(paid: number): string[] {
  return paid > 0 ? [`Thank you for ${formatMoney(paid)} so far.`] : [];
}

const kindNames: Record<InvoiceKind, string> = {
  deposit: "Deposit",
  balance: "Balance",
  full: "Invoice",
  other: "Invoice",
  "credit-note": "Credit note",
};

export function kindName({ kind }: { kind: InvoiceKind }): string {
  return kindNames[kind];
}

export function linkedState({ state, rest, due }: LinkedInvoice): string {
  switch (state) {
    case "paid":
      return "Paid, thank you";
    case "credited":
      return "Nothing to pay";
    case "refunded":
      return "Returned to you";
    case "void":
      return "Cancelled";
    case "credit-note":
      return "Taken off";
    default:
      return [formatMoney(rest), due].filter(Boolean).join(" ");
  }
}

type NextPayment = { sentence: string; action: string; slug: string; number: string };

export function nextPayment(invoices: readonly LinkedInvoice[]): NextPayment | null {
  const next = invoices.find(({ rest, state }) => rest > 0 && state !== "void");
  if (!next) return null;
  const { kind, total, rest, slug, number } = next;
  const isPart = kind === "deposit" || kind === "balance";
  const whole = isPart ? `The ${kind} of ${formatMoney(total)}` : formatMoney(total);
  const left = `${formatMoney(rest)} of ${isPart ? `your ${kind}` : formatMoney(total)}`;
  const sentence =
    rest < total ? `${left} is still to pay${stillDue(next)}.` : `${whole} ${dueOf(next)}.`;
  return { sentence, action: `Pay the ${isPart ? kind : "invoice"}`, slug, number };
}

function dueOf({ due, state }: LinkedInvoice): string {
  if (!due) return "is to be paid";
  return state === "overdue" ? due : `is ${due}`;
}

function stillDue({ due, state }: LinkedInvoice): string {
  if (!due) return "";
  return state === "overdue" ? ` and ${due}` : `, ${due.replace(/^due (?=by )/, "")}`;
}

/** The owner's labels, except that a client did not pay by "Other". */
const methodNames: typeof paymentMethodLabels = { ...paymentMethodLabels, other: "Payment" };

/** `PayID, Tuesday, 24 November 2026` */
export function paymentText({ method, amount, paidOn }: ShownPayment): string {
  const what = amount < 0 ? "Returned to you" : methodNames[method];
  return `${what}, ${longDay(paidOn)}`;
}

export const invoiceNotFoundMessage = "The invoice you are looking for does not exist.";
