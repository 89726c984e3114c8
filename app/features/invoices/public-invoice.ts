import type { InvoiceKind } from "#app/server/database/enums.ts";
import type { InvoiceLine } from "#app/server/database/tables.server.ts";
import { type Day, isDay, longDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import {
  buyerText,
  documentLines,
  type DocumentSeller,
  namedDocument,
  sellerOf,
} from "./document-texts.ts";
import { type Invoice, invoiceState, type InvoiceState, shownRestOf } from "./model.ts";
import type { ShownPayment } from "./payments-shown.ts";

export type LinkedInvoice = {
  slug: string;
  number: string;
  kind: InvoiceKind;
  total: Cents;
  rest: Cents;
  state: InvoiceState;
  /** `due by Saturday, 28 November 2026` */
  due: string | null;
};

/** Everything the client's page may show; nothing else of the record leaves the server. */
export type PublicInvoice = {
  kind: InvoiceKind;
  /** `Tax invoice INV-0001` */
  heading: string;
  number: string;
  title: string;
  billedTo: string;
  purchaseOrder: string;
  seller: DocumentSeller;
  issuedOn: Day | null;
  dueOn: Day | null;
  lines: InvoiceLine[];
  /** Of a credit note: why it was written. */
  note: string;
  total: Cents;
  gst: Cents | null;
  paid: Cents;
  /** Refunded, while the invoice asks for nothing because of it. */
  returned: Cents;
  /** Negative when overpaid. */
  rest: Cents;
  state: InvoiceState;
  /** Relative to the day on which it is shown. */
  due: string | null;
  payments: ShownPayment[];
  credits: LinkedInvoice[];
  /** Only for a credit note. */
  corrects: LinkedInvoice | null;
  others: LinkedInvoice[];
  quoteSlug: string | null;
};

type Surroundings = Pick<PublicInvoice, "payments" | "quoteSlug"> & {
  credits: readonly Invoice[];
  corrects: Invoice | null;
  others: readonly Invoice[];
};

/** Null without a public page: a draft, or one whose page has ended. */
export function linkedInvoice(account: Invoice, today: Day): LinkedInvoice | null {
  const { slug, number, kind, dueOn, total } = account;
  if (!slug || !number) return null;
  const state = invoiceState(account, today);
  const due = dueOn && dueText(dueOn, state, today);
  return { slug, number, kind, total, rest: shownRestOf(account), state, due };
}

export function toPublicInvoice(
  account: Invoice,
  { payments, credits, corrects, others, quoteSlug }: Surroundings,
  today: Day,
): PublicInvoice {
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
    note: account.note,
    total,
    gst,
    paid,
    returned: account.returned ?? 0,
    rest: shownRestOf(account),
    state,
    due: dueOn && dueText(dueOn, state, today),
    payments,
    credits: linked(credits),
    corrects: corrects ? linkedInvoice(corrects, today) : null,
    others: linked(others),
    quoteSlug,
  };
}

/** Null for an invalid day, which another program may have written. */
function dueText(dueOn: Day, state: InvoiceState, today: Day): string | null {
  if (!isDay(dueOn)) return null;
  if (dueOn === today) return "due today";
  return state === "overdue" ? `was due on ${longDay(dueOn)}` : `due by ${longDay(dueOn)}`;
}
