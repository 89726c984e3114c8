import { addMonths, type Day, monthOf } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { askedOf, type Invoice, restOf } from "./model.ts";
import { paymentMethodLabels, type Payment, paymentKind } from "./payments.ts";

/** `amount`: positive for a charge, negative for a payment or a credit. */
export type StatementLine = {
  day: Day;
  text: string;
  amount: Cents;
  balance: Cents;
  invoiceId: string;
  isOpen: boolean;
};

export type AccountStatement = {
  email: string;
  name: string;
  from: Day;
  until: Day;
  brought: Cents;
  lines: StatementLine[];
  balance: Cents;
  /** Less than the balance while a refund is unexplained. */
  toPay: Cents;
  /** Earliest due first. */
  open: Pick<Invoice, "id" | "number" | "slug" | "title" | "dueOn">[];
};

/** The first day of twelve months, the current one included. */
export const usualFrom = (today: Day): Day => `${addMonths(monthOf(today), -11)}-01`;

type Moved = Omit<StatementLine, "balance">;

/** `documents`: issued and not void. */
export function statementOf(
  client: Pick<AccountStatement, "email" | "name" | "from" | "until">,
  documents: readonly Invoice[],
  paid: readonly (Payment & { salesInvoiceId: string })[],
): AccountStatement {
  const numbers = new Map(documents.map(({ id, number }) => [id, number]));
  const moved = [
    ...documents.map(documentMoved),
    ...paid.map((payment): Moved => ({
      day: payment.paidOn,
      text: `${paymentKind(payment)}, ${paymentMethodLabels[payment.method]}, ${numbers.get(payment.salesInvoiceId)}`,
      amount: -payment.amount,
      invoiceId: payment.salesInvoiceId,
      isOpen: false,
    })),
  ]
    .filter(({ day }) => day <= client.until)
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  let balance = 0;
  let brought = 0;
  const lines: StatementLine[] = [];
  for (const line of moved) {
    balance += line.amount;
    if (line.day < client.from) brought = balance;
    else lines.push({ ...line, balance });
  }
  const open = documents
    .filter((one) => one.kind !== "credit-note" && askedOf(one) > 0)
    .toSorted((one, other) => ((one.dueOn ?? "") < (other.dueOn ?? "") ? -1 : 1));
  const toPay = open.reduce((sum, one) => sum + askedOf(one), 0);
  return { ...client, brought, lines, balance, toPay, open };
}

function documentMoved(invoice: Invoice): Moved {
  const { kind, number, title, total, issuedOn, id } = invoice;
  const isCredit = kind === "credit-note";
  const name = `${isCredit ? "Credit note" : "Invoice"} ${number}`;
  return {
    day: issuedOn!,
    text: title ? `${name}: ${title}` : name,
    amount: isCredit ? -total : total,
    invoiceId: id,
    isOpen: !isCredit && restOf(invoice) > 0,
  };
}
