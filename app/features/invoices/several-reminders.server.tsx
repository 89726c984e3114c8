import { ComposedEmail } from "#app/features/email/composed-email.tsx";
import {
  Amounts,
  type EmailFact,
  Facts,
  LinkLine,
  SmallHeading,
  Subheading,
  Text,
} from "#app/features/email/email-parts.tsx";
import type { NewEmail } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { reminderText } from "#app/features/reminders/text.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { longDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { allOf } from "#app/values/wording.ts";
import { getBusinessDetails } from "./business.server.ts";
import { payLabel } from "./cards.server.ts";
import { invoiceUrl, readInvoiceFields } from "./email-record.server.ts";
import { howToPay } from "./how-to-pay.ts";
import { type Invoice, askedOf } from "./model.ts";
import { severalInvoicesEmail } from "./reminder-copy.ts";
import { haveWaysChanged } from "./sent-ways.server.ts";
import { newWaysSentence, WaysToPay } from "./ways-to-pay.server.tsx";

export async function severalReminders(tx: Db, accounts: readonly Invoice[]): Promise<NewEmail> {
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
