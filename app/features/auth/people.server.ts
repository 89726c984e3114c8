import { and, asc, eq, inArray, ne, not, or, sql } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { users } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { newAuthId } from "#app/server/secret.server.ts";
import type { AdminRole, Owner, StaffRole } from "./model.ts";
import { queueInvitation, queueOneTimeLink } from "./emails.server.tsx";
import {
  endLinks,
  verifyInTurn,
  replacePassword,
  consumeLink,
  issueLink,
  readLink,
} from "./credentials.server.ts";

type PersonWithAccess = {
  id: string;
  email: string;
  role: AdminRole;
  seenAt: Date | null;
  /** Not an owner's own access, nor one that the installation's settings give. */
  mayEnd: boolean;
};

/** Owners by the installation's settings, whatever their record says. */
const isListed = () => inArray(sql`lower(${users.email})`, [...getSettings().ADMIN_EMAILS]);

export async function listPeople(db: Db, by: Owner): Promise<PersonWithAccess[]> {
  const { ADMIN_EMAILS } = getSettings();
  const people = await db
    .select({ id: users.id, email: users.email, role: users.role, seenAt: users.seenAt })
    .from(users)
    .where(or(ne(users.role, "user"), isListed()))
    .orderBy(asc(users.email));
  return people.map(({ role, ...person }) => {
    const isStaff = role === "assistant" || role === "viewer";
    const isGiven = ADMIN_EMAILS.includes(person.email.toLowerCase());
    const mayEnd = !isGiven && person.email !== by.email;
    return { ...person, role: !isStaff || isGiven ? "owner" : role, mayEnd };
  });
}

/** Also changes the role of somebody who was invited before. False for an owner. */
export async function invitePerson(
  db: Db,
  by: Owner,
  { email: typed, role }: { email: string; role: StaffRole },
  now = new Date(),
): Promise<boolean> {
  const email = typed.toLowerCase();
  if (getSettings().ADMIN_EMAILS.includes(email)) return false;
  return db.transaction(async (tx) => {
    // An account without access may hold a password or session from before.
    await tx.delete(users).where(and(eq(users.email, email), eq(users.role, "user")));
    const [invited] = await tx
      .insert(users)
      .values({ id: newAuthId(), name: email, email, emailVerified: true, role })
      .onConflictDoUpdate({
        target: users.email,
        set: { role, updatedAt: now },
        setWhere: ne(users.role, "admin"),
      })
      .returning({ id: users.id });
    if (!invited) return false;
    await queueInvitation(tx, { by: by.email, email, role });
    const subject = { kind: "session", label: `${email} as ${role}` } as const;
    await recordActivity(tx, { actor: by.email, action: "invited", subject }, now);
    return true;
  });
}

/**
 * Takes the account with its sessions, password and second factors. Null for who ends it and for who owns by the
 * installation's settings.
 */
export async function endAccess(db: Db, by: Owner, id: string, now = new Date()) {
  return db.transaction(async (tx) => {
    // Two owners who end each other at once: the second finds no access of its own.
    const owners = await tx
      .select({ email: users.email })
      .from(users)
      .where(eq(users.role, "admin"))
      .orderBy(users.id)
      .for("update");
    const { ADMIN_EMAILS } = getSettings();
    const isStillOwner =
      ADMIN_EMAILS.includes(by.email.toLowerCase()) ||
      owners.some(({ email }) => email === by.email);
    if (!isStillOwner) return null;
    const mayBeEnded = and(ne(users.role, "user"), ne(users.email, by.email), not(isListed()));
    const [ended] = await tx
      .delete(users)
      .where(and(eq(users.id, id), mayBeEnded))
      .returning({ email: users.email });
    if (!ended) return null;
    await endLinks(tx, { id, email: ended.email });
    const subject = { kind: "session", label: `the access of ${ended.email}` } as const;
    await recordActivity(tx, { actor: by.email, action: "ended", subject }, now);
    return ended.email;
  });
}

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
