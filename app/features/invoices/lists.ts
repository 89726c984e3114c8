import type { ListShape } from "#app/ui/admin/list-query.ts";
import { type Day, withShortDays } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { type Invoice, type InvoiceState, invoiceState, isToSend, restOf } from "./model.ts";

type InvoiceListCopy = { tab: string; heading: string; empty: string; sort: string };

/** In order. Overdue invoices are also open. */
export const invoiceLists = {
  open: { tab: "Open", heading: "Open Invoices", empty: "Nothing is open.", sort: "due" },
  overdue: {
    tab: "Overdue",
    heading: "Overdue Invoices",
    empty: "Nothing is overdue.",
    sort: "due",
  },
  paid: {
    tab: "Paid",
    heading: "Paid Invoices",
    empty: "Nothing has been paid yet.",
    sort: "-issued",
  },
  quarter: {
    tab: "This quarter",
    heading: "Issued This Quarter",
    empty: "Nothing has been issued this quarter.",
    sort: "-issued",
  },
  drafts: {
    tab: "Drafts",
    heading: "Draft Invoices",
    empty: "There are no drafts.",
    sort: "-newest",
  },
  all: {
    tab: "All",
    heading: "All Invoices",
    empty: "There are no invoices yet.",
    sort: "-newest",
  },
} as const satisfies Record<string, InvoiceListCopy>;

export type InvoiceList = keyof typeof invoiceLists;

export function isInvoiceList(name: string | null): name is InvoiceList {
  return name !== null && Object.hasOwn(invoiceLists, name);
}

export function invoiceListShape(name: InvoiceList): ListShape {
  return {
    sorts: {
      newest: "Newest",
      issued: "Issued",
      due: "Due",
      name: "Buyer",
      total: "Total",
      rest: "To pay",
    },
    sort: invoiceLists[name].sort,
    /** The month of issue; of a draft, of its creation. */
    filters: { month: "month" },
  };
}

export type MoneySums = {
  open: Cents;
  overdue: Cents;
  counts: Record<InvoiceList, number>;
};

export type ListedInvoice = Pick<
  Invoice,
  "id" | "number" | "buyerName" | "title" | "issuedOn" | "dueOn" | "total"
> & {
  rest: Cents | null;
  state: InvoiceState;
  isUnsent: boolean;
};

export function toListedInvoice(
  account: Invoice & { wasSent?: boolean },
  today: Day,
): ListedInvoice {
  const { id, number, buyerName, title, issuedOn, dueOn, total } = account;
  const state = invoiceState(account, today);
  const rest = askedRest(account, state);
  const short = withShortDays(title, today);
  const isUnsent = isToSend(account, state, account.wasSent ?? true);
  return { id, number, buyerName, title: short, issuedOn, dueOn, total, rest, state, isUnsent };
}

/** Null for drafts, void and refunded invoices, and credit notes. */
export function askedRest(account: Invoice, state: InvoiceState): Cents | null {
  const asking = state !== "draft" && state !== "void" && state !== "credit-note";
  const asksNothing = !asking || state === "refunded";
  return asksNothing ? null : restOf(account);
}
