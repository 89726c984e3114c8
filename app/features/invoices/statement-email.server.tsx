import { href } from "react-router";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Amounts, Heading, LinkLine, Text } from "#app/features/email/email-parts.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import { isRecorded, recordSubmission } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { type Day, longDay, shortDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { firstNameOf } from "#app/values/names.ts";
import { getBusinessDetails } from "./business.server.ts";
import type { AccountStatement } from "./statement.ts";
import { getStatement } from "./statement.server.ts";

/** Attaches the PDFs of open invoices. Sends once for each `key` of a rendered form. */
export function emailStatement(
  db: Db,
  by: Administrator,
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
