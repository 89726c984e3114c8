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
const works = (lifetime: number) => `works once and expires in ${lifetime / 60_000} minutes.`;

/** `hash`: of the link or code, so that an expired one isn't sent. */
type OneTime = { email: string; hash: string };

const linkEmails = {
  "magic-link": {
    path: href("/login/magic-link"),
    title: "Your sign-in link",
    request: (brand: string) => `to sign in to ${brand}`,
    label: "Sign in",
    note: notYou,
  },
  recovery: {
    path: href("/login/update-password"),
    title: "Choose a new password",
    request: (brand: string) => `for a new password for ${brand}`,
    label: "Choose a new password",
    note: "If this wasn't you, ignore this email: your password stays as it is.",
  },
  confirmation: {
    path: href("/login/confirm"),
    title: "Confirm your email address",
    request: (brand: string) => `to sign up to ${brand} with this email address`,
    label: "Confirm email address",
    note: "If this wasn't you, ignore this email and no account will be opened.",
  },
};

/** `next`: the page that the link leads to. */
export function queueOneTimeLink(
  tx: Db,
  kind: keyof typeof linkEmails,
  { email, token, hash, next }: OneTime & { token: string; next?: string | null },
): Promise<void> {
  const { path, title, request, label, note } = linkEmails[kind];
  const { brand } = content().site;
  const query = new URLSearchParams({ token, ...(next && { next }) });
  const lasts = `The link ${works(lifetimes.link)}`;
  return queueEmails(tx, {
    kind: `one-time-${kind}`,
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${brand}`,
    body: (
      <EmailLayout preview={lasts} note={note}>
        <Heading>{title}</Heading>
        <Text>{`We received a request ${request(brand)}. ${lasts}`}</Text>
        <Action href={absoluteUrl(`${path}?${query}`)}>{label}</Action>
      </EmailLayout>
    ),
  });
}

export function queueCode(tx: Db, { email, code, hash }: OneTime & { code: string }) {
  const title = "Your sign-in code";
  return queueEmails(tx, {
    kind: "one-time-code",
    oneTimeHash: hash,
    recipient: email,
    subject: `${title} for ${content().site.brand}`,
    body: (
      <EmailLayout
        preview={`It ${works(lifetimes.code)}`}
        note={`We'll never ask you for this code. ${notYou}`}
      >
        <Heading>{title}</Heading>
        <TypedCode>{code}</TypedCode>
        <Text>{`The code ${works(lifetimes.code)} Enter it where you were signing in.`}</Text>
      </EmailLayout>
    ),
  });
}

/* Only the newest link of a kind works for an account. */

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
    await queueOneTimeLink(tx, "magic-link", { email, ...link, next });
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
    await queueOneTimeLink(tx, "recovery", { email, token, hash });
  });
}
