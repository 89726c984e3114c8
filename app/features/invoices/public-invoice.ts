import type { InvoiceKind } from "#app/server/database/enums.ts";
import type { InvoiceLine, Seller } from "#app/server/database/tables.server.ts";
import { type Day, longDay } from "#app/values/calendar.ts";
import type { Cents } from "#app/values/money.ts";
import { readableLines } from "./lines.ts";
import {
  type InvoiceAccount,
  invoiceState,
  type InvoiceState,
  isTaxInvoice,
  restOf,
} from "./model.ts";
import type { ShownPayment } from "./payments-shown.ts";

/** Another document beside the one that is shown. */
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

/** What the client's page may show; nothing else of the record leaves the server. */
export type PublicInvoice = {
  kind: InvoiceKind;
  /** `Tax invoice INV-0001` */
  heading: string;
  number: string;
  title: string;
  buyerName: string;
  seller: Seller;
  issuedOn: Day | null;
  dueOn: Day | null;
  lines: InvoiceLine[];
  total: Cents;
  gst: Cents | null;
  paid: Cents;
  /** Still to be paid; negative when too much was. */
  rest: Cents;
  state: InvoiceState;
  /** `due by Saturday, 28 November 2026`, as seen on the day on which it is shown. */
  due: string | null;
  payments: ShownPayment[];
  credits: LinkedInvoice[];
  /** For a credit note: what it corrects. */
  corrects: LinkedInvoice | null;
  /** The other invoices of its quote. */
  others: LinkedInvoice[];
  quoteSlug: string | null;
};

type Surroundings = Pick<PublicInvoice, "payments" | "quoteSlug"> & {
  credits: readonly InvoiceAccount[];
  corrects: InvoiceAccount | undefined;
  others: readonly InvoiceAccount[];
};

/** Null for what has no public page: a draft, or one whose page has ended. */
export function linkedInvoice(account: InvoiceAccount, today: Day): LinkedInvoice | null {
  const { slug, number, kind, dueOn, total } = account;
  if (!slug || !number) return null;
  const due = dueOn && dueText(dueOn, today);
  return {
    slug,
    number,
    kind,
    total,
    rest: restOf(account),
    state: invoiceState(account, today),
    due,
  };
}

export function toPublicInvoice(
  account: InvoiceAccount,
  { payments, credits, corrects, others, quoteSlug }: Surroundings,
  today: Day,
): PublicInvoice {
  const { kind, number, title, buyerName, issuedOn, dueOn, total, gst, paid } = account;
  const linked = (accounts: readonly InvoiceAccount[]) =>
    accounts.flatMap((other) => linkedInvoice(other, today) ?? []);
  return {
    kind,
    heading: `${documentHeading(account)} ${number}`,
    number: number ?? "",
    title,
    buyerName,
    seller: readableSeller(account.seller),
    issuedOn,
    dueOn,
    lines: readableLines(account.lines),
    total,
    gst,
    paid,
    rest: restOf(account),
    state: invoiceState(account, today),
    due: dueOn && dueText(dueOn, today),
    payments,
    credits: linked(credits),
    corrects: corrects ? linkedInvoice(corrects, today) : null,
    others: linked(others),
    quoteSlug,
  };
}

function readableSeller(seller: unknown): Seller {
  const written = Object(seller) as Record<keyof Seller, unknown>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    legalName: text(written.legalName),
    tradingName: text(written.tradingName),
    abn: text(written.abn),
    postalAddress: text(written.postalAddress),
  };
}

function documentHeading(account: InvoiceAccount): string {
  if (account.kind === "credit-note") return "Credit note";
  return isTaxInvoice(account) ? "Tax invoice" : "Invoice";
}

function dueText(dueOn: Day, today: Day): string {
  if (dueOn === today) return "due today";
  return dueOn < today ? `was due on ${longDay(dueOn)}` : `due by ${longDay(dueOn)}`;
}
