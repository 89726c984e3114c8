import { Fragment } from "react";
import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type EmailFact, Facts, SmallHeading, Text } from "#app/features/email/email-parts.tsx";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { salesInvoices, type StoredWaysToPay } from "#app/server/database/tables.server.ts";
import { takesCards, getBusinessDetails } from "./business.server.ts";
import { type PaymentFact, shownDetails, waysToPayOf } from "./document-texts.ts";
import { findAccounts } from "./queries.server.ts";
import { askingInvoice } from "./lists.server.ts";
import type { Invoice } from "./model.ts";

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
