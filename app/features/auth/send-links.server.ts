import { and, eq, sql } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { verifications } from "#app/server/database/tables.server.ts";
import { queueMagicLink, queueRecovery } from "./one-time-emails.server.tsx";
import { issueLink } from "./links.server.ts";
import { lifetimes } from "./model.ts";
import { hashToken } from "./secret.server.ts";

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
