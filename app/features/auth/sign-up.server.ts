import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { users } from "#app/server/database/tables.server.ts";
import { newAuthId } from "#app/server/secret.server.ts";
import { verifyInTurn, replacePassword } from "./password.server.ts";
import { queueOneTimeLink } from "./one-time-emails.server.tsx";
import { consumeLink, issueLink, readLink } from "./one-time-secrets.server.ts";

/* Confirming needs the chosen password: a click on a stranger's link gives the stranger nothing. */

export async function sendConfirmationLink(
  db: Db,
  { email, passwordHash }: { email: string; passwordHash: string },
  now = new Date(),
): Promise<void> {
  await db.transaction(async (tx) => {
    const [known] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
    if (known) return;
    const link = await issueLink(tx, "sign-up", JSON.stringify({ email, passwordHash }), now);
    await queueOneTimeLink(tx, "confirmation", { email, ...link });
  });
}

type PendingSignUp = { email: string; passwordHash: string };

export async function getPendingSignUp(
  db: Db,
  token: string,
  now = new Date(),
): Promise<PendingSignUp | null> {
  const value = await readLink(db, "sign-up", token, now);
  return value ? (JSON.parse(value) as PendingSignUp) : null;
}

export async function confirmSignUp(
  db: Db,
  token: string,
  password: string,
  now = new Date(),
): Promise<{ ok: true; email: string } | { ok: false; reason: "spent" | "password" }> {
  const pending = await getPendingSignUp(db, token, now);
  if (!pending) return { ok: false, reason: "spent" };
  const { email, passwordHash } = pending;
  if (!(await verifyInTurn({ hash: passwordHash, password })))
    return { ok: false, reason: "password" };
  return db.transaction(async (tx) => {
    const consumed = await consumeLink(tx, "sign-up", token, now);
    const userId = consumed ? await insertUser(tx, email, now) : null;
    if (userId === null) return { ok: false, reason: "spent" } as const;
    await replacePassword(tx, userId, passwordHash, now);
    return { ok: true, email } as const;
  });
}

/** Returns the user's id; null when the email address has an account already. */
async function insertUser(tx: Db, email: string, now: Date): Promise<string | null> {
  const [user] = await tx
    .insert(users)
    .values({
      id: newAuthId(),
      name: email,
      email,
      emailVerified: true,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning({ id: users.id });
  return user?.id ?? null;
}
