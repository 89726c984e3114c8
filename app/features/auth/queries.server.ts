import { and, eq, gt, lte, not } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { readPage } from "#app/server/database/list.server.ts";
import { accounts, sessions, signIns } from "#app/server/database/tables.server.ts";
import type { ListQuery, ListPage } from "#app/ui/admin/list-query.ts";
import { type Administrator, lifetimes } from "./model.ts";
import { verifyInTurn } from "./password.server.ts";

/** The sessions that are a week old: however busy one is, it ends then. */
export const isExpiredSession = (now: Date) =>
  lte(sessions.createdAt, new Date(now.getTime() - lifetimes.session));

/** A session as the account page shows it: without its token. */
export type ShownSession = Pick<typeof sessions.$inferSelect, "id" | "userAgent" | "createdAt"> & {
  address: string | null;
  usedAt: Date;
};

/** The administrator's own sessions that are not over, the latest used first. */
export async function listSessions(
  db: Db,
  { userId }: Administrator,
  list: ListQuery,
  now = new Date(),
): Promise<ListPage<ShownSession>> {
  const source = { table: sessions, sorts: { used: sessions.updatedAt }, id: sessions.id };
  const open = [
    eq(sessions.userId, userId),
    gt(sessions.expiresAt, now),
    not(isExpiredSession(now)),
  ];
  const page = await readPage<typeof sessions.$inferSelect>(db, source, list, open);
  const rows = page.rows.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) => {
    return { id, userAgent, address: ipAddress, createdAt, usedAt: updatedAt };
  });
  return { ...page, rows };
}

export type ShownSignIn = Pick<
  typeof signIns.$inferSelect,
  "id" | "at" | "address" | "userAgent" | "way"
>;

/** The administrator's own sign-ins, the latest first. */
export async function listSignIns(
  db: Db,
  { userId }: Administrator,
  list: ListQuery,
): Promise<ListPage<ShownSignIn>> {
  const source = { table: signIns, sorts: { at: signIns.at }, id: signIns.id };
  const page = await readPage<ShownSignIn>(db, source, list, [eq(signIns.userId, userId)]);
  const rows = page.rows.map(({ id, at, address, userAgent, way }) => {
    return { id, at, address, userAgent, way };
  });
  return { ...page, rows };
}

/** Whether this is the person's password; without one it is not. */
export async function isPassword(db: Db, userId: string, password: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accounts.password })
    .from(accounts)
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")));
  return account?.hash ? verifyInTurn({ hash: account.hash, password }) : false;
}

/** Whether the administrator can sign in by password; who came by Google or a link may have none. */
export async function hasPassword(db: Db, { userId }: Administrator): Promise<boolean> {
  return (
    (await db.$count(
      accounts,
      and(eq(accounts.userId, userId), eq(accounts.providerId, "credential")),
    )) > 0
  );
}
