import { and, eq, inArray, sql, desc, isNotNull, ne } from "drizzle-orm";
import { href } from "react-router";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { ownerEmail, type NewEmail } from "#app/features/email/outbox.server.ts";
import type { ReminderIntent } from "#app/features/reminders/model.ts";
import { changePause } from "#app/features/reminders/plan.server.ts";
import type { ReminderSource } from "#app/features/reminders/send.server.ts";
import { reminderText } from "#app/features/email/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices, quotes } from "#app/server/database/tables.server.ts";
import { melbourneDay, longDay } from "#app/values/calendar.ts";
import { ComposedEmail } from "#app/features/email/compose.server.tsx";
import { LinkLine } from "#app/features/email/email-layout.tsx";
import {
  Amounts,
  type EmailFact,
  Facts,
  SmallHeading,
  Subheading,
  Text,
  type EmailAmount,
} from "#app/features/email/email-parts.tsx";
import { formatMoney } from "#app/values/money.ts";
import { allOf } from "#app/values/wording.ts";
import type { FieldValues } from "#app/features/email/fields.ts";
import type { EmailRecord } from "#app/features/email/model.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { findAccount, findAccounts, isReachable, lockAccount } from "./queries.server.ts";
import { getBusinessDetails, payLabel } from "#app/features/business/queries.server.ts";
import { howToPay, type PaymentFact } from "./document-texts.ts";
import { type Invoice, askedOf, greetedAs } from "./model.ts";
import {
  reminderRecordOf,
  findHeldReminders,
  invoiceReminderDays,
  overdueSteps,
  invoiceReminderEmails,
  severalInvoicesEmail,
} from "./reminder-plans.server.ts";
import { haveWaysChanged, newWaysSentence, WaysToPay } from "./acceptance-email.server.tsx";

const labelOf = ({ number, buyerName }: Invoice) => [number, buyerName].filter(Boolean).join(", ");

/** False when there is no such invoice. */
const changingPause =
  (intent: ReminderIntent) =>
  (db: Db, by: Owner, id: string, now = new Date()): Promise<boolean> =>
    db.transaction(async (tx) => {
      const invoice = await lockAccount(tx, id);
      if (!invoice) return false;
      await changePause(tx, by, intent, reminderRecordOf(invoice), labelOf(invoice), now);
      return true;
    });

export const pauseInvoiceReminders = changingPause("pause-reminders");
export const resumeInvoiceReminders = changingPause("resume-reminders");

export const invoiceReminders: ReminderSource = {
  async read(tx, id, step, now) {
    await tx
      .select({ id: salesInvoices.id })
      .from(salesInvoices)
      .where(eq(salesInvoices.id, id))
      .for("update", { noWait: true });
    const invoice = await findAccount(tx, id);
    if (!invoice?.slug || !isReachable(invoice)) return null;
    const due = invoiceReminderDays(invoice).find((planned) => planned.step === step);
    if (!due || due.day > melbourneDay(now)) return null;
    const standard = invoiceReminderEmails()[due.step];
    const record = await readInvoiceFields(tx, invoice);
    const text = await reminderText(tx, standard, record);
    if (!text) return null;
    const details = await getBusinessDetails(tx);
    const facts = howToPay(details, invoice).filter((fact) => !isSaidDay(fact, text.body));
    const hasNewWays = await haveWaysChanged(tx, id, details);
    return {
      email: {
        kind: "invoice-reminder",
        recipient: invoice.buyerEmail,
        replyTo: ownerEmail(),
        subject: text.subject,
        body: (
          <ComposedEmail
            body={text.body}
            details={String(record.how_to_pay ?? "")}
            drawnDetails={<Payment facts={facts} />}
            action={{ href: invoiceUrl(invoice.slug), label: payLabel() }}
          >
            {hasNewWays && <Text>{newWaysSentence}</Text>}
          </ComposedEmail>
        ),
        quoteId: invoice.quoteId,
        amebBookingId: invoice.amebBookingId,
        salesInvoiceId: id,
        attachments: [id],
        ways: details,
      },
      label: labelOf(invoice),
      about: { when: standard.when, ...text.about },
    };
  },
  together: {
    async idsOf(tx, id) {
      const { buyerEmail, copyEmail } = salesInvoices;
      const [invoice] = await tx.select().from(salesInvoices).where(eq(salesInvoices.id, id));
      if (!invoice) return [id];
      const isTheirs = sql`lower(${buyerEmail}) = lower(${invoice.buyerEmail})`;
      // The copy address of one invoice must not get the others.
      const goesToSame = sql`lower(${copyEmail}) = lower(${invoice.copyEmail})`;
      const theirs = await findAccounts(tx, and(isTheirs, goesToSame));
      return theirs.map((other) => other.id);
    },
    emailOf: async (tx, ids) =>
      severalReminders(tx, await findAccounts(tx, inArray(salesInvoices.id, [...ids]))),
  },
  waiting: {
    steps: overdueSteps,
    find: async (db, now) => (await findHeldReminders(db, now)).map(({ reminder }) => reminder),
  },
};

async function severalReminders(tx: Db, accounts: readonly Invoice[]): Promise<NewEmail> {
  const invoices = accounts.toSorted((one, other) => one.dueOn!.localeCompare(other.dueOn!));
  const first = invoices[0]!;
  const details = await getBusinessDetails(tx);
  const ways = howToPay(details, first).filter(({ way }) => way !== null);
  let hasNewWays = false;
  for (const { id } of invoices) hasNewWays ||= await haveWaysChanged(tx, id, details);
  const sum = formatMoney(invoices.reduce((total, invoice) => total + askedOf(invoice), 0));
  const facts = [...invoices.flatMap(factsOf), ...ways.map(({ label, value }) => [label, value])];
  const how_to_pay = facts.map(([label, value]) => `${label}: ${value}`).join("\n");
  const { first_name, client_name, client_email } = await readInvoiceFields(tx, first);
  const text = await reminderText(tx, severalInvoicesEmail(), {
    first_name,
    client_name,
    client_email,
    how_to_pay,
    invoice_number: allOf(invoices.map(({ number }) => number!)),
    amount_due: sum,
  });
  const drawn = (
    <>
      {invoices.map((invoice) => (
        <Due key={invoice.id} invoice={invoice} />
      ))}
      <Amounts amounts={[{ label: "To pay in all", amount: sum, strong: true }]} />
      <Subheading>How to pay</Subheading>
      <WaysToPay facts={ways} />
    </>
  );
  return {
    kind: "invoice-reminder",
    recipient: first.buyerEmail,
    replyTo: ownerEmail(),
    subject: text!.subject,
    body: (
      <ComposedEmail body={text!.body} details={how_to_pay} drawnDetails={drawn}>
        {hasNewWays && <Text>{newWaysSentence}</Text>}
      </ComposedEmail>
    ),
    salesInvoiceId: first.id,
    attachments: invoices.map(({ id }) => id),
    ways: details,
  };
}

const factsOf = (invoice: Invoice): EmailFact[] => [
  ["Invoice", `${invoice.number}${invoice.title && `, ${invoice.title}`}`],
  ["Amount", formatMoney(askedOf(invoice))],
  ["Due", longDay(invoice.dueOn!)],
  ["Reference", invoice.reference!, "strong"],
];

function Due({ invoice }: { invoice: Invoice }) {
  const [[, heading], ...facts] = factsOf(invoice) as [EmailFact, ...EmailFact[]];
  return (
    <>
      <SmallHeading>{heading}</SmallHeading>
      <Facts facts={facts} />
      <LinkLine href={invoiceUrl(invoice.slug!)}>
        {payLabel().replace("your invoice", `invoice ${invoice.number}`)}
      </LinkLine>
    </>
  );
}

/** A reminder's text names the due day, unless the owner's own text leaves it out. */
const isSaidDay = ({ label, value }: PaymentFact, body: string) =>
  label === "Due" && body.replace(`${label}: ${value}`, "").includes(value);

function Payment({ facts }: { facts: readonly PaymentFact[] }) {
  const amounts = facts.flatMap(({ label, value }): EmailAmount[] => {
    if (label === "Amount") return [{ label: "Amount due", amount: value, strong: true }];
    return label === "Due" ? [{ label: `Due on ${value}` }] : [];
  });
  return (
    <>
      <Amounts amounts={amounts} />
      <Subheading>How to pay</Subheading>
      <WaysToPay facts={facts} />
    </>
  );
}

const invoiceUrl = (slug: string) => absoluteUrl(href("/invoices/:slug", { slug }));

/** Null id: the newest issued invoice. */
export async function getInvoiceEmailRecord(
  db: Db,
  _by: Administrator,
  id: string | null,
): Promise<EmailRecord | null> {
  const [invoice] = await db
    .select()
    .from(salesInvoices)
    .where(
      id === null
        ? and(isNotNull(salesInvoices.number), ne(salesInvoices.kind, "credit-note"))
        : eq(salesInvoices.id, id),
    )
    .orderBy(desc(salesInvoices.createdAt), desc(salesInvoices.number))
    .limit(1);
  if (!invoice) return null;
  const name = ["Invoice", invoice.number].filter(Boolean).join(" ");
  return {
    about: { kind: "invoices", id: invoice.id, label: invoice.buyerName },
    recipientEmail: invoice.buyerEmail,
    subject: [name, invoice.title].filter(Boolean).join(": "),
    record: await readInvoiceFields(db, invoice),
  };
}

async function readInvoiceFields(db: Db, invoice: Invoice): Promise<FieldValues<"invoices">> {
  const { buyerName, buyerEmail, title, slug, quoteId } = invoice;
  const { eventTitle, eventDate, eventLocation } = quotes;
  const [event] = quoteId
    ? await db
        .select({ eventTitle, eventDate, eventLocation })
        .from(quotes)
        .where(eq(quotes.id, quoteId))
    : [];
  const details = await getBusinessDetails(db);
  const ways = howToPay(details, invoice).map(({ label, value }) => `${label}: ${value}`);
  return {
    first_name: greetedAs(invoice),
    client_name: buyerName,
    client_email: buyerEmail,
    invoice_number: invoice.number,
    // The title of an agreed invoice also contains the day.
    event: event?.eventTitle || title || "your booking",
    event_date: event?.eventDate,
    event_location: event?.eventLocation,
    amount_due: formatMoney(askedOf(invoice)),
    amount_paid: formatMoney(invoice.paid),
    total: formatMoney(invoice.total - invoice.credited),
    due_date: invoice.dueOn,
    issue_date: invoice.issuedOn,
    reference: invoice.reference,
    how_to_pay: ways.join("\n"),
    invoice_link: slug && invoiceUrl(slug),
    id: invoice.id,
  };
}
