import { href } from "react-router";
import {
  Amounts,
  type EmailAmount,
  Subheading,
  Text,
  type EmailFact,
  Facts,
  SmallHeading,
} from "#app/features/email/email-parts.tsx";
import type { NewEmail } from "#app/features/email/outbox.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { allOf } from "#app/values/wording.ts";
import { Fragment } from "react";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices, type StoredWaysToPay } from "#app/server/database/tables.server.ts";
import { payLabel, takesCards, getBusinessDetails } from "#app/features/business/queries.server.ts";
import {
  documentName,
  namedDocument,
  howToPay,
  type PaymentFact,
  shownDetails,
  waysToPayOf,
} from "./document-texts.ts";
import type { Invoice } from "./model.ts";
import { findAccounts, askingInvoice } from "./queries.server.ts";
import type { BusinessDetails } from "#app/features/business/model.ts";

export type Settled = {
  voided: Invoice[];
  creditNotes: Invoice[];
  /** Numbers of the invoices that stay in force for the amount paid. */
  paidInvoices: string[];
  /** The part of the agreed total that these invoices cover. */
  alreadyPaid: Cents;
  /** Paid beyond the agreed total. */
  toRefund: Cents;
};

export type AcceptanceInvoices = Settled & {
  /** In the order of their due days; empty when nothing is left to pay. */
  issued: Invoice[];
  /** The balance of an event without a date. */
  draft: Invoice | null;
  details: BusinessDetails;
};

type Props = { invoices: AcceptanceInvoices };

/** Attaches the invoice due first and the credit notes. */
export function attachmentOf(
  invoices: AcceptanceInvoices | null,
): Pick<NewEmail, "attachments" | "ways" | "salesInvoiceId"> {
  if (!invoices) return {};
  const { issued, creditNotes, details } = invoices;
  const attachments = [...issued.slice(0, 1), ...creditNotes].map(({ id }) => id);
  return { attachments, ways: details, ...(issued[0] && { salesInvoiceId: issued[0].id }) };
}

export function PaymentRequest({ invoices }: Props) {
  const { issued, draft } = invoices;
  const [first, second] = issued;
  return (
    <>
      {changeSentences(invoices).map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      {first && <HowToPay invoice={first} {...invoices} />}
      {second && (
        <Text>
          The balance of {formatMoney(second.total)} is due by {longDay(second.dueOn!)}, on invoice{" "}
          {second.number}; you'll find it on the same page.
        </Text>
      )}
      {draft && (
        <Text>
          The invoice for the balance of {formatMoney(draft.total)} follows once we've set a date.
        </Text>
      )}
      {!first && !draft && <Text>There's nothing left to pay.</Text>}
    </>
  );
}

function changeSentences(invoices: AcceptanceInvoices): string[] {
  const { voided, creditNotes, paidInvoices, alreadyPaid, toRefund, issued } = invoices;
  const cancelled = [...cancelledSentence(voided), ...creditNotes.map(creditSentence)];
  if (toRefund > 0) {
    const surplus = formatMoney(toRefund);
    // A surplus was paid on an earlier invoice, while another one asks for money.
    return issued.length > 0
      ? [
          ...cancelled,
          `You've paid ${surplus} too much on an earlier invoice. Before you pay the one below, just \
reply and tell me whether to put it towards that or send it back.`,
        ]
      : [
          ...cancelled,
          `You've paid ${surplus} more than the total. Just reply and tell me where to send it back.`,
        ];
  }
  if (alreadyPaid === 0) return cancelled;
  const counts = `The ${formatMoney(alreadyPaid)} you've already paid counts towards the total`;
  return [...cancelled, `${counts}, and nothing more is due on ${allOf(paidInvoices)}.`];
}

export function cancelledSentence(voided: readonly Invoice[]): string[] {
  if (voided.length === 0) return [];
  const numbers = allOf(voided.map(({ number }) => number!));
  const name = documentName(voided[0]!);
  return voided.length === 1
    ? [`${name} ${numbers} is cancelled, so please don't pay it.`]
    : [`${name}s ${numbers} are cancelled, so please don't pay them.`];
}

export const creditSentence = ({ number, total }: Invoice) =>
  `Credit note ${number} takes ${formatMoney(total)} off what I invoiced before; it's attached.`;

function HowToPay({
  invoice,
  details,
  alreadyPaid,
}: { invoice: Invoice } & Pick<AcceptanceInvoices, "details" | "alreadyPaid">) {
  const facts = howToPay(details, invoice);
  return (
    <>
      <Subheading>How to pay</Subheading>
      <Text>{requestSentence(invoice, alreadyPaid)}</Text>
      {facts.length > 0 && <WaysToPay facts={facts} />}
    </>
  );
}

function requestSentence(invoice: Invoice, alreadyPaid: Cents): string {
  const { kind, total, dueOn } = invoice;
  const part = kind === "full" ? "total" : kind;
  const what = alreadyPaid > 0 ? `What's left of the ${part},` : `The ${part} of`;
  const comma = alreadyPaid > 0 ? "," : "";
  const sum = `${what} ${formatMoney(total)}${comma} is due by ${longDay(dueOn!)}.`;
  return `${sum} ${namedDocument(invoice)} is attached.`;
}

export function payAction(invoices: AcceptanceInvoices | null) {
  const first = invoices?.issued[0];
  return first ? { href: pageOf(first), label: payLabel() } : null;
}

const pageOf = ({ slug }: Invoice) => absoluteUrl(href("/invoices/:slug", { slug: slug! }));

/** `restored`: invoices of the version that is in force again. */
export type WithdrawnInvoices = { voided: Invoice[]; restored: AcceptanceInvoices | null };

export function WithdrawnRequest({ voided, restored }: WithdrawnInvoices) {
  return (
    <>
      {cancelledSentence(voided).map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      {restored && <PaymentRequest invoices={restored} />}
    </>
  );
}

/** `told`: the number of clients emailed. */
export function InvoicesSummary({ invoices, told }: Props & { told: number }) {
  const { issued, draft, toRefund } = invoices;
  const todo = [
    ...(draft
      ? [`The balance of ${formatMoney(draft.total)} is a draft: give it a due date and issue it.`]
      : []),
    ...(toRefund > 0
      ? [`${formatMoney(toRefund)} has been overpaid: send it back and record the refund.`]
      : []),
  ];
  return (
    <>
      {issued.length > 0 && <Amounts amounts={issued.map(invoiceAmount)} />}
      {[...endedSentences(invoices), sentSentence(issued, told), ...todo].map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </>
  );
}

const partNames: Partial<Record<Invoice["kind"], string>> = {
  deposit: "deposit",
  balance: "balance",
  full: "whole amount",
};

function invoiceAmount({ number, kind, total, dueOn }: Invoice): EmailAmount {
  const label = `${number}, ${partNames[kind]}, due ${longDay(dueOn!)}`;
  return { label, amount: formatMoney(total) };
}

function sentSentence([first, second]: readonly Invoice[], told: number): string {
  const they = told > 1 ? "They've both" : "They've";
  if (!first) return `${they} been told that there's nothing to pay now.`;
  const link = second ? `, and a link to ${second.number}` : "";
  return `${they} been told how to pay, with ${first.number} attached${link}.`;
}

function endedSentences({ voided, creditNotes }: AcceptanceInvoices): string[] {
  const numbers = allOf(voided.map(({ number }) => number!));
  return [
    ...(voided.length > 0 ? [`${numbers} ${voided.length === 1 ? "is" : "are"} void.`] : []),
    ...creditNotes.map(
      ({ number, total }) =>
        `Credit note ${number} takes ${formatMoney(total)} off what was invoiced before.`,
    ),
  ];
}

const ways = { payid: "by PayID", account: "by bank transfer" } as const;

export const newWaysSentence =
  "My bank details have changed since I last sent you this invoice, so please use the ones in this " +
  "email. You'll find the same ones on the invoice's page.";

type WaysToPayProps = { facts: readonly PaymentFact[]; byCard?: boolean };

/** For an email that names the amount and the due day elsewhere. */
export function WaysToPay({ facts, byCard = takesCards() }: WaysToPayProps) {
  const reference = facts
    .filter(({ label }) => label === "Reference")
    .map(({ label, value }): EmailFact => [label, value, "strong"]);
  const offered = (["payid", "account"] as const)
    .map((way) => ({ way, own: facts.filter((fact) => fact.way === way) }))
    .filter(({ own }) => own.length > 0);
  return (
    <>
      {offered.map(({ way, own }, index) => (
        <Fragment key={way}>
          <SmallHeading>
            {index === 0 ? ways[way].replace("by", "By") : `Or ${ways[way]}`}
          </SmallHeading>
          <Facts
            facts={[...own.map(({ label, value }): EmailFact => [label, value]), ...reference]}
          />
        </Fragment>
      ))}
      <Text>Please use the reference, so I can tell the payment is yours.</Text>
      {byCard && <Text>You can also pay by card, on the invoice's page.</Text>}
    </>
  );
}

/** What the last email of the invoice showed. */
const lastShown = sql`(select attached.shows from email_attachments attached
  join letters on letters.id = attached.email_id
  where attached.sales_invoice_id = sales_invoices.id and attached.shows is not null
    and letters.state not in ('expired', 'failed')
  order by letters.created_at desc limit 1)`;

const wasSentWithOthers = (details: StoredWaysToPay) =>
  sql`${lastShown} -> 'ways' <> ${JSON.stringify(waysToPayOf(details))}::jsonb`;

export async function haveWaysChanged(db: Db, id: string, details: StoredWaysToPay) {
  const changed = and(eq(salesInvoices.id, id), wasSentWithOthers(details));
  return (await db.$count(salesInvoices, changed)) > 0;
}

/** To whom it is made out, its due day or its order number; not the ways to pay. */
export async function haveDetailsChanged(
  db: Db,
  invoice: Invoice,
  details: StoredWaysToPay,
): Promise<boolean> {
  const { ways: _ways, ...shown } = shownDetails(invoice, details);
  const changed = sql`${lastShown} - 'ways' <> ${JSON.stringify(shown)}::jsonb`;
  return (await db.$count(salesInvoices, and(eq(salesInvoices.id, invoice.id), changed))) > 0;
}

export async function listSentWithEarlierWays(db: Db, _by: Administrator): Promise<Invoice[]> {
  const changed = wasSentWithOthers(await getBusinessDetails(db));
  return findAccounts(db, and(askingInvoice, isNotNull(salesInvoices.slug), changed));
}
