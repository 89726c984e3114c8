import { randomBytes } from "node:crypto";
import { and, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { href } from "react-router";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import {
  devices,
  factors,
  recoveryCodes,
  sessions,
  setupLinks,
  users,
} from "#app/server/database/tables.server.ts";
import { msPerDay } from "#app/values/calendar.ts";
import { hashToken, newAuthId, sign } from "#app/server/secret.server.ts";
import { hashInTurn, replacePassword, endLinks } from "./credentials.server.ts";

/** Adds an owner, or gives one a new password and ends their second factors and sessions. */
export async function makeOwner(db: Db, email: string, password: string, now = new Date()) {
  const passwordHash = await hashInTurn(password);
  await db.transaction(async (tx) => {
    await writeOwner(tx, email, passwordHash, now);
  });
}

async function writeOwner(tx: Db, address: string, passwordHash: string, now: Date): Promise<void> {
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

/** Works once, for a day. `email` null: the person who opens the link enters the email address. */
export async function createSetupLink(db: Db, email: string | null, now = new Date()) {
  const token = randomBytes(32).toString("base64url");
  await db.insert(setupLinks).values({
    tokenHash: hashToken(token),
    email,
    createdAt: now,
    expiresAt: new Date(now.getTime() + msPerDay),
  });
  return setupUrl(token);
}

function setupUrl(token: string): string {
  return absoluteUrl(`${href("/login/setup")}?${new URLSearchParams({ token })}`);
}

/** A first owner's link ends when there is an owner. */
function usable(token: string, now: Date) {
  const hasOwner = sql`exists (select 1 from ${users} where ${users.role} = 'admin')`;
  const stillNeeded = sql`(${setupLinks.email} is not null or not ${hasOwner})`;
  return and(
    eq(setupLinks.tokenHash, hashToken(token)),
    isNull(setupLinks.usedAt),
    gt(setupLinks.expiresAt, now),
    stillNeeded,
  );
}

export async function getSetupLink(
  db: Db,
  token: string,
  now = new Date(),
): Promise<{ email: string | null } | null> {
  const [link] = await db
    .select({ email: setupLinks.email })
    .from(setupLinks)
    .where(usable(token, now));
  return link ?? null;
}

/** False when the link has been used or has expired. */
export async function consumeSetupLink(
  db: Db,
  token: string,
  owner: { email: string; password: string },
  now = new Date(),
): Promise<boolean> {
  const passwordHash = await hashInTurn(owner.password);
  return db.transaction(async (tx) => {
    const [link] = await tx
      .update(setupLinks)
      .set({ usedAt: now })
      .where(usable(token, now))
      .returning();
    if (!link) return false;
    await writeOwner(tx, link.email ?? owner.email, passwordHash, now);
    return true;
  });
}

/** An arbitrary number that all processes share. */
const firstOwnerLock = 7_240_034;

/** Null when there is an owner. Derived from row and secret, so all processes print one link. */
export async function ensureFirstOwnerLink(db: Db, now = new Date()): Promise<string | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${firstOwnerLock})`);
    const [owner] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.role, "admin"))
      .limit(1);
    if (owner) return null;
    const waiting = and(isNull(setupLinks.email), isNull(setupLinks.usedAt));
    const [link] = await tx
      .select()
      .from(setupLinks)
      .where(and(waiting, gt(setupLinks.expiresAt, now)));
    const createdAt = link?.createdAt ?? now;
    const token = sign("first owner", createdAt.toISOString());
    const expiresAt = new Date(now.getTime() + msPerDay);
    // Replaces a link that was made with another secret.
    await tx.delete(setupLinks).where(and(waiting, ne(setupLinks.tokenHash, hashToken(token))));
    await tx
      .insert(setupLinks)
      .values({ tokenHash: hashToken(token), createdAt, expiresAt })
      .onConflictDoUpdate({ target: setupLinks.tokenHash, set: { expiresAt } });
    return setupUrl(token);
  });
}
