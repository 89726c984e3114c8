import { and, asc, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { href } from "react-router";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { payments, salesInvoices } from "#app/server/database/tables.server.ts";
import {
  type Day,
  melbourneDay,
  longDay,
  shortDay,
  startOfDay,
  addMonths,
  monthOf,
} from "#app/values/calendar.ts";
import { makePdf } from "#app/server/pdf/pdf.server.ts";
import { formatMoney, type Cents } from "#app/values/money.ts";
import { cleanText } from "#app/values/text.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { EmailLayout, LinkLine } from "#app/features/email/email-layout.tsx";
import { Amounts, Heading, Text } from "#app/features/email/email-parts.tsx";
import { queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { isRecorded, recordSubmission } from "#app/features/intake/submission.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { firstNameOf } from "#app/values/names.ts";
import { makeBusinessPdf } from "#app/features/invoices/documents.server.ts";
import type { BusinessDetails } from "#app/features/business/model.ts";
import {
  askedOf,
  type Invoice,
  restOf,
  paymentMethodLabels,
  type Payment,
  paymentKind,
} from "#app/features/invoices/model.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";

export async function getStatement(
  db: Db,
  _by: Administrator,
  email: string,
  from: Day | null = null,
  now = new Date(),
): Promise<AccountStatement> {
  const { buyerEmail, number, voidedAt, issuedAt, id } = salesInvoices;
  const isTheirs = and(
    eq(sql`lower(${buyerEmail})`, email.toLowerCase()),
    isNotNull(number),
    isNull(voidedAt),
  );
  const documents = await db
    .select()
    .from(salesInvoices)
    .where(isTheirs)
    .orderBy(asc(issuedAt), asc(id));
  const paid = await db
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(salesInvoices, eq(id, payments.salesInvoiceId))
    .where(isTheirs)
    .orderBy(asc(payments.id));
  const until = melbourneDay(now);
  const name = documents.at(-1)?.buyerName ?? "";
  return statementOf({ email, name, from: from ?? usualFrom(until), until }, documents, paid);
}

export function drawStatement(
  statement: AccountStatement,
  details: BusinessDetails,
  make = makePdf,
): Promise<Uint8Array<ArrayBuffer>> {
  const { name, email, from, until, brought, lines, balance, toPay } = statement;
  const about = { title: "Statement of account", createdAt: startOfDay(until) };
  return makeBusinessPdf({ seller: details }, about, make, (pdf) => {
    pdf.title(about.title);
    pdf.gap();
    pdf.columns([
      { facts: [["To", [name, email].filter(Boolean).map(cleanText).join("\n")]] },
      { facts: [["From", `${longDay(from)}\nto ${longDay(until)}`]] },
    ]);
    pdf.gap();
    pdf.rule();
    if (brought !== 0) pdf.amount("Brought forward", formatMoney(brought));
    for (const { day, text, amount } of lines)
      pdf.amount(`${shortDay(day, until)}  ${cleanText(text)}`, formatMoney(amount));
    pdf.rule("strong");
    pdf.amount("Balance", formatMoney(balance), "large");
    if (toPay !== balance) pdf.amount("To pay now", formatMoney(toPay));
    pdf.rule("strong");
  });
}

/** Attaches the PDFs of open invoices. Sends once for each `key` of a rendered form. */
export function emailStatement(
  db: Db,
  by: Owner,
  { email, from, key }: { email: string; from: Day | null; key: string },
  now = new Date(),
): Promise<{ ok: boolean }> {
  const form = `statement by ${by.userId}`;
  const identity = { form, kind: "page", key, content: { email, from } } as const;
  return db.transaction(async (tx) => {
    if (await isRecorded(tx, identity, now)) return { ok: true };
    const statement = await getStatement(tx, by, email, from, now);
    if (statement.lines.length === 0 && statement.balance === 0) return { ok: false };
    if (key) await recordSubmission(tx, identity, now);
    await queueEmails(tx, {
      kind: "statement",
      recipient: email,
      replyTo: ownerEmail(),
      subject: `Statement of account to ${longDay(statement.until)}`,
      body: <StatementEmail statement={statement} />,
      attachments: statement.open.map(({ id }) => id),
      ways: await getBusinessDetails(tx),
    });
    const subject = { kind: "records", label: `statement of account of ${email}` } as const;
    await recordActivity(tx, { actor: by.email, action: "emailed", subject }, now);
    return { ok: true };
  });
}

function StatementEmail({ statement }: { statement: AccountStatement }) {
  const { name, from, until, brought, lines, balance, toPay, open } = statement;
  const amounts = [
    ...(brought === 0 ? [] : [{ label: "Brought forward", amount: formatMoney(brought) }]),
    ...lines.map(({ day, text, amount }) => ({
      label: `${shortDay(day, until)}, ${text}`,
      amount: formatMoney(amount),
    })),
    { label: "Balance", amount: formatMoney(balance), strong: true },
  ];
  return (
    <EmailLayout preview={`Balance ${formatMoney(balance)}`} signed>
      <Heading>Statement of account</Heading>
      <Text>{name ? `Hi ${firstNameOf(name)},` : "Hello,"}</Text>
      <Text>{`Here's your account from ${longDay(from)} to ${longDay(until)}.`}</Text>
      <Amounts amounts={amounts} />
      <Text>
        {toPay > 0
          ? `${formatMoney(toPay)} is left to pay: each invoice says how, and its PDF comes with this email.`
          : "There's nothing to pay."}
      </Text>
      {open.map(({ id, number, slug }) =>
        slug ? (
          <LinkLine key={id} href={absoluteUrl(href("/invoices/:slug", { slug }))}>
            {`Pay invoice ${number}`}
          </LinkLine>
        ) : null,
      )}
    </EmailLayout>
  );
}

type Client = { email: string; name: string; from: Day; until: Day };

export type AccountStatement = ReturnType<typeof statementOf>;

/** The first day of twelve months, the current one included. */
const usualFrom = (today: Day): Day => `${addMonths(monthOf(today), -11)}-01`;

/** `amount`: positive for a charge, negative for a payment or a credit. */
type Moved = { day: Day; text: string; amount: Cents; invoiceId: string; isOpen: boolean };

/** `documents`: issued and not void. */
function statementOf(
  client: Client,
  documents: readonly Invoice[],
  paid: readonly (Payment & { salesInvoiceId: string })[],
) {
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
  const lines: (Moved & { balance: Cents })[] = [];
  for (const line of moved) {
    balance += line.amount;
    if (line.day < client.from) brought = balance;
    else lines.push({ ...line, balance });
  }
  const open = documents
    .filter((one) => one.kind !== "credit-note" && askedOf(one) > 0)
    .toSorted((one, other) => ((one.dueOn ?? "") < (other.dueOn ?? "") ? -1 : 1));
  // Less than the balance while a refund is unexplained.
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
