import { href } from "react-router";
import { content } from "#app/content/content.ts";
import { changesOf } from "#app/features/audit/changes.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import {
  Action,
  beforeLabel,
  type EmailFact,
  Facts,
  Heading,
  Text,
} from "#app/features/email/email-parts.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { longInstant } from "#app/values/calendar.ts";
import type { BusinessInput } from "./business-schema.ts";
import { businessWords } from "./business-words.ts";

type Change = { before: BusinessInput; after: BusinessInput; by: string; at: Date };

/** An intruder would change this first; the email goes to an address that the change can't set. */
export async function queueBankDetailsChanged(
  tx: Db,
  { before, after, by, at }: Change,
): Promise<void> {
  const changes = changesOf(waysToPay(before), waysToPay(after), businessWords);
  if (changes.length === 0) return;
  const facts = changes.map(({ label, before: was, after: now }): EmailFact => {
    const is = now || "None";
    return [label, was ? `${is}\n${beforeLabel}${was}` : is, "strong"];
  });
  const title = "Your bank details have been changed";
  await queueEmails(tx, {
    kind: "bank-details-changed",
    recipient: ownerEmail(),
    subject: `${title}: ${content().site.brand}`,
    body: (
      <EmailLayout preview="If this wasn't you, correct them straight away.">
        <Heading>{title}</Heading>
        <Text>From now on, your invoices ask clients to pay with these details.</Text>
        <Facts facts={[...facts, ["Changed by", by], ["Time", longInstant(at)]]} />
        <Text>
          If this was you, there's nothing to do. If not, correct them straight away and warn the
          clients you've just invoiced. Then change your password and sign out everywhere else.
        </Text>
        <Action href={absoluteUrl(href("/admin/money/settings"))}>Check your bank details</Action>
      </EmailLayout>
    ),
  });
}

function waysToPay({ payIdKind, payId, payIdName, bsb, accountNumber }: BusinessInput) {
  return { payIdKind, payId, payIdName, bsb, accountNumber };
}
