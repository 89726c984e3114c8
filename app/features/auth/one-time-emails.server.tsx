import { href } from "react-router";
import { and, eq, sql } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, TypedCode, Heading, Text } from "#app/features/email/email-parts.tsx";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { verifications } from "#app/server/database/tables.server.ts";
import { hashToken } from "#app/server/secret.server.ts";
import { issueLink } from "./one-time-secrets.server.ts";
import { lifetimes } from "./model.ts";

/* The outbox erases the text of delivered emails whose kind begins with `one-time-`. */

const notYou = "If this wasn't you, ignore this email. Nobody can sign in without it.";
const works = (minutes: number) => `works once and expires in ${minutes} minutes.`;

function LinkEmail({
  title,
  lead,
  link,
  label,
  minutes,
  stranger = notYou,
}: {
  title: string;
  lead: string;
  link: string;
  label: string;
  minutes: number;
  stranger?: string;
}) {
  return (
    <EmailLayout preview={`The link ${works(minutes)}`} note={stranger}>
      <Heading>{title}</Heading>
      <Text>{`${lead} The link ${works(minutes)}`}</Text>
      <Action href={link}>{label}</Action>
    </EmailLayout>
  );
}

/** `hash`: of the link or code, so that an expired one isn't sent. */
type OneTime = { email: string; hash: string; minutes: number };
type OneTimeLink = OneTime & { token: string };

export function queueMagicLink(
  tx: Db,
  { email, token, hash, minutes, next }: OneTimeLink & { next: string | null },
): Promise<void> {
  const link = absoluteUrl(
    `${href("/login/magic-link")}?${new URLSearchParams({ token, ...(next && { next }) })}`,
  );
  const { brand } = content().site;
  const title = "Your sign-in link";
  return queueEmails(tx, {
    kind: "one-time-magic-link",
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${brand}`,
    body: (
      <LinkEmail
        title={title}
        lead={`We received a request to sign in to ${brand}.`}
        link={link}
        label="Sign in"
        minutes={minutes}
      />
    ),
  });
}

export function queueRecovery(tx: Db, { email, token, hash, minutes }: OneTimeLink): Promise<void> {
  const link = absoluteUrl(`${href("/login/update-password")}?${new URLSearchParams({ token })}`);
  const { brand } = content().site;
  const title = "Choose a new password";
  return queueEmails(tx, {
    kind: "one-time-recovery",
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${brand}`,
    body: (
      <LinkEmail
        title={title}
        lead={`We received a request for a new password for ${brand}.`}
        link={link}
        label="Choose a new password"
        minutes={minutes}
        stranger="If this wasn't you, ignore this email: your password stays as it is."
      />
    ),
  });
}

export function queueConfirmation(
  tx: Db,
  { email, token, hash, minutes }: OneTimeLink,
): Promise<void> {
  const link = absoluteUrl(`${href("/login/confirm")}?${new URLSearchParams({ token })}`);
  const { brand } = content().site;
  const title = "Confirm your email address";
  return queueEmails(tx, {
    kind: "one-time-confirmation",
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${brand}`,
    body: (
      <LinkEmail
        title={title}
        lead={`We received a request to sign up to ${brand} with this email address.`}
        link={link}
        label="Confirm email address"
        minutes={minutes}
        stranger="If this wasn't you, ignore this email and no account will be opened."
      />
    ),
  });
}

export function queueCode(
  tx: Db,
  { email, code, hash, minutes }: OneTime & { code: string },
): Promise<void> {
  const { brand } = content().site;
  const title = "Your sign-in code";
  const body = (
    <EmailLayout
      preview={`It ${works(minutes)}`}
      note={`We'll never ask you for this code. ${notYou}`}
    >
      <Heading>{title}</Heading>
      <TypedCode>{code}</TypedCode>
      <Text>{`The code ${works(minutes)} Enter it where you were signing in.`}</Text>
    </EmailLayout>
  );
  return queueEmails(tx, {
    kind: "one-time-code",
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${brand}`,
    body,
  });
}

/* Only the newest link of a kind works for an account. */

const minutes = lifetimes.link / 60_000;

export async function sendMagicLink(
  db: Db,
  { email, next }: { email: string; next: string | null },
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    // The requests of a double click wait for each other, so that one link is left.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`);
    await tx.delete(verifications).where(eq(verifications.value, email));
    const link = await issueLink(tx, "magic-link", email, now);
    await queueMagicLink(tx, { email, ...link, minutes, next });
  });
}

export async function sendResetLink(
  db: Db,
  { id, email }: { id: string; email: string },
  token: string,
): Promise<void> {
  const hash = hashToken(`reset-password:${token}`);
  const order = sql`(${verifications.createdAt}, ${verifications.identifier})`;
  await db.transaction(async (tx) => {
    // Of two at the same moment only the older one is deleted.
    const own = tx
      .select({ at: verifications.createdAt, identifier: verifications.identifier })
      .from(verifications)
      .where(eq(verifications.identifier, hash));
    await tx.delete(verifications).where(and(eq(verifications.value, id), sql`${order} < ${own}`));
    await queueRecovery(tx, { email, token, hash, minutes });
  });
}
