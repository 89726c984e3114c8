import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { content } from "#app/content/content.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/rows.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { users } from "#app/server/database/tables.server.ts";

const firstOwner = new QueryBuilder()
  .select({ email: users.email })
  .from(users)
  .where(and(eq(users.role, "admin"), eq(users.emailVerified, true)))
  .orderBy(asc(users.createdAt))
  .limit(1);

/** `OWNER_EMAIL`, else the first owner's email, else the public one. SQL, to save a query. */
export function ownerEmail(): string | SQL<string> {
  return (
    getSettings().OWNER_EMAIL ?? sql<string>`coalesce((${firstOwner}), ${content().site.email})`
  );
}

export async function readOwnerEmail(db: Db): Promise<string> {
  const email = ownerEmail();
  if (typeof email === "string") return email;
  const [row] = await rowsOf<{ email: string }>(db, sql`select ${email} as email`);
  return row!.email;
}
