import { and, asc, eq } from "drizzle-orm";
import type { Db } from "#app/server/db.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { users } from "#app/server/tables.server.ts";
import { site } from "#app/content/site.ts";

/** Where the owner's letters go: `OWNER_EMAIL`, else the first owner of this installation, else the public address. */
export async function ownerAddress(db: Db): Promise<string> {
  const { OWNER_EMAIL } = getSettings();
  if (OWNER_EMAIL) return OWNER_EMAIL;
  const [owner] = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.role, "admin"), eq(users.emailVerified, true)))
    .orderBy(asc(users.createdAt))
    .limit(1);
  return owner?.email ?? site.email;
}
