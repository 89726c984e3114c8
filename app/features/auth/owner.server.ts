import { eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import {
  devices,
  factors,
  recoveryCodes,
  sessions,
  users,
} from "#app/server/database/tables.server.ts";
import { newAuthId } from "#app/server/secret.server.ts";
import { hashInTurn, replacePassword } from "./password.server.ts";
import { endLinks } from "./one-time-secrets.server.ts";

/** Adds an owner, or gives one a new password and ends their second factors and sessions. */
export async function makeOwner(
  db: Db,
  email: string,
  password: string,
  now = new Date(),
): Promise<void> {
  const passwordHash = await hashInTurn(password);
  await db.transaction(async (tx) => {
    await writeOwner(tx, email, passwordHash, now);
  });
}

export async function writeOwner(
  tx: Db,
  address: string,
  passwordHash: string,
  now: Date,
): Promise<void> {
  const email = address.trim().toLowerCase();
  const [user] = await tx
    .insert(users)
    .values({
      id: newAuthId(),
      name: email,
      email,
      emailVerified: true,
      role: "admin",
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: users.email,
      set: { emailVerified: true, role: "admin", updatedAt: now },
    })
    .returning({ id: users.id });
  const userId = user!.id;
  // The way back in for an owner who lost a factor; it also locks a thief out.
  for (const table of [factors, recoveryCodes, sessions, devices])
    await tx.delete(table).where(eq(table.userId, userId));
  await endLinks(tx, { id: userId, email });
  await replacePassword(tx, userId, passwordHash, now);
}
