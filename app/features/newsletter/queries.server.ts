import { desc, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/db.server.ts";
import { subscribers } from "#app/server/tables.server.ts";
import type { Subscriber } from "./model.ts";

/** The newest subscribers, newest first; what looks like a program's doing is left out. */
export function listSubscribers(db: Db, _asker: Administrator): Promise<Subscriber[]> {
  return db.select().from(subscribers).where(isNull(subscribers.suspicion)).orderBy(desc(subscribers.createdAt), subscribers.id).limit(200);
}
