import type { ListShape } from "#app/ui/admin/list-query.ts";
import { type Day, withShortDays, melbourneDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { type CsvColumns, dayCell } from "#app/values/csv.ts";
import {
  type Invoice,
  type InvoiceState,
  invoiceState,
  invoiceStateLabels,
  isToSend,
  restOf,
  askedOf,
} from "#app/features/invoices/model.ts";

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
};

export type InvoiceList = keyof typeof invoiceLists;

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
    filters: { month: { label: name === "drafts" ? "Created in" : "Issued in", of: "month" } },
  };
}

export type ListedInvoice = ReturnType<typeof toListedInvoice>;

export function toListedInvoice(account: Invoice & { wasSent?: boolean }, today: Day) {
  const { id, number, buyerName, title, issuedOn, dueOn, total } = account;
  const state = invoiceState(account, today);
  const rest = askedRest(account, state);
  const short = withShortDays(title, today);
  const isUnsent = isToSend(account, state, account.wasSent ?? true);
  return { id, number, buyerName, title: short, issuedOn, dueOn, total, rest, state, isUnsent };
}

/** Null for drafts, void and refunded invoices, and credit notes. */
function askedRest(account: Invoice, state: InvoiceState): Cents | null {
  const asking = state !== "draft" && state !== "void" && state !== "credit-note";
  const asksNothing = !asking || state === "refunded";
  return asksNothing ? null : restOf(account);
}

/** `invoiced`: less credit notes, without void invoices and drafts. */
function invoiceSums(accounts: readonly Invoice[]) {
  const counted = accounts.filter(
    ({ kind, number, voidedAt }) => kind !== "credit-note" && number && !voidedAt,
  );
  const sum = (of: (account: Invoice) => Cents) =>
    counted.reduce((total, account) => total + of(account), 0);
  return {
    invoiced: sum(({ total, credited }) => total - credited),
    paid: sum(({ paid }) => paid),
    open: sum(askedOf),
    toRefund: sum((account) => Math.max(-restOf(account), 0)),
  };
}

export type InvoicesPanel = ReturnType<typeof panelOf>;
export type PanelInvoice = InvoicesPanel["invoices"][number];

/** `accounts`: oldest first. */
export function panelOf(
  accounts: readonly (Invoice & { wasSent?: boolean })[],
  invoicing: boolean,
  today: Day,
) {
  const invoices = accounts.map((account) => ({
    ...toListedInvoice(account, today),
    kind: account.kind,
  }));
  const sums: Partial<ReturnType<typeof invoiceSums>> = invoiceSums(accounts);
  return { invoices, sums, invoicing };
}

/** Unpaid invoices except the one that the page shows; a single invoice gets no sum. */
export function stillOwed(panel: InvoicesPanel, besides: string | null): InvoicesPanel {
  const invoices = panel.invoices.filter(({ id, rest }) => id !== besides && (rest ?? 0) > 0);
  const open = invoices.reduce((sum, { rest }) => sum + (rest ?? 0), 0);
  return { ...panel, invoices, sums: invoices.length > 1 ? { open } : {} };
}

export const overdueOf = (invoices: readonly Pick<ListedInvoice, "state" | "rest">[]): Cents =>
  invoices.reduce((sum, { state, rest }) => sum + (state === "overdue" ? (rest ?? 0) : 0), 0);

const stateOf = (account: Invoice) => invoiceState(account, melbourneDay(new Date()));
const dollars = (cents: Cents | null) => (cents === null ? null : cents / 100);

export const invoiceColumns: CsvColumns<Invoice> = {
  Number: ({ number }) => number,
  Buyer: ({ buyerName }) => buyerName,
  "Buyer Email": ({ buyerEmail }) => buyerEmail,
  For: ({ title }) => title,
  Issued: ({ issuedOn }) => dayCell(issuedOn),
  Due: ({ dueOn }) => dayCell(dueOn),
  Total: ({ total }) => dollars(total),
  GST: ({ gst }) => dollars(gst),
  Paid: ({ paid }) => dollars(paid),
  Credited: ({ credited }) => dollars(credited),
  "To Pay": (account) => dollars(askedRest(account, stateOf(account))),
  State: (account) => invoiceStateLabels[stateOf(account)],
  Reference: ({ reference }) => reference,
};
