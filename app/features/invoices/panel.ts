import type { Day } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { type ListedInvoice, toListedInvoice } from "./lists.ts";
import { askedOf, type Invoice, restOf } from "./model.ts";

/** `invoiced`: less credit notes, without void invoices and drafts. */
export type InvoiceSums = { invoiced: Cents; paid: Cents; open: Cents; toRefund: Cents };

export function invoiceSums(accounts: readonly Invoice[]): InvoiceSums {
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

export type PanelInvoice = ListedInvoice & Pick<Invoice, "kind">;

/** Oldest first. */
export type InvoicesPanel = {
  invoices: PanelInvoice[];
  sums: Partial<InvoiceSums>;
  invoicing: boolean;
};

export function panelOf(
  accounts: readonly (Invoice & { wasSent?: boolean })[],
  invoicing: boolean,
  today: Day,
): InvoicesPanel {
  const invoices = accounts.map((account) => ({
    ...toListedInvoice(account, today),
    kind: account.kind,
  }));
  return { invoices, sums: invoiceSums(accounts), invoicing };
}

/** Unpaid invoices except the one that the page shows; a single invoice gets no sum. */
export function stillOwed(panel: InvoicesPanel, besides: string | null): InvoicesPanel {
  const invoices = panel.invoices.filter(({ id, rest }) => id !== besides && (rest ?? 0) > 0);
  const open = invoices.reduce((sum, { rest }) => sum + (rest ?? 0), 0);
  return { ...panel, invoices, sums: invoices.length > 1 ? { open } : {} };
}

export const overdueOf = (invoices: readonly Pick<ListedInvoice, "state" | "rest">[]): Cents =>
  invoices.reduce((sum, { state, rest }) => sum + (state === "overdue" ? (rest ?? 0) : 0), 0);
