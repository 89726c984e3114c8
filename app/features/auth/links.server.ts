import { randomBytes } from "node:crypto";
import { and, eq, gt, inArray, lt, type SQL } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { oneTimeCodes, verifications } from "#app/server/database/tables.server.ts";
import { emailedCodesFor, isCodeUsable } from "./codes.server.ts";
import { resetMessageLimits } from "./limits.server.ts";
import { lifetimes } from "./model.ts";
import { hashToken } from "./secret.server.ts";

/* Magic links are ours: the library's sign in by GET, and mail scanners open links by GET. */

type Purpose = "magic-link" | "sign-up";

const identifierOf = (purpose: Purpose, token: string) => `${purpose}:${hashToken(token)}`;

/** `hash`: the only stored form of the token. `value`: such as an email address. */
export async function issueLink(
  tx: Db,
  purpose: Purpose,
  value: string,
  now: Date,
): Promise<{ token: string; hash: string }> {
  const token = randomBytes(32).toString("base64url");
  const hash = identifierOf(purpose, token);
  const expiresAt = new Date(now.getTime() + lifetimes.link);
  await tx.delete(verifications).where(lt(verifications.expiresAt, now));
  await tx.insert(verifications).values({
    id: randomBytes(16).toString("base64url"),
    identifier: hash,
    value,
    expiresAt,
    createdAt: now,
    updatedAt: now,
  });
  return { token, hash };
}

export function usableLink(purpose: Purpose, token: string, now: Date): SQL | undefined {
  const isThis = eq(verifications.identifier, identifierOf(purpose, token));
  return and(isThis, gt(verifications.expiresAt, now));
}

/** Returns the email address that got the link, or null. A link works once. */
export async function consumeMagicLink(
  db: Db,
  token: string,
  now = new Date(),
): Promise<string | null> {
  const [link] = await db
    .delete(verifications)
    .where(usableLink("magic-link", token, now))
    .returning({ email: verifications.value });
  return link?.email ?? null;
}

/** `hash`: of the link or code, stored with the email. */
export async function isOneTimeSecretUsable(
  db: Db,
  hash: string | null,
  now: Date,
): Promise<boolean> {
  if (hash === null) return false;
  const link = and(eq(verifications.identifier, hash), gt(verifications.expiresAt, now));
  return (await db.$count(verifications, link)) > 0 || isCodeUsable(db, hash, now);
}

/** Resets the limits too: the inbox has no working link left, so new ones may be asked for. */
export async function endLinks(
  tx: Db,
  { id, email }: { id: string; email: string },
): Promise<void> {
  // Reset links are stored with the user's id, magic links with the email address.
  await tx.delete(verifications).where(inArray(verifications.value, [id, email]));
  await tx.delete(oneTimeCodes).where(emailedCodesFor(email));
  await resetMessageLimits(tx, email);
}
