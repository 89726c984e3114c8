import { and, asc, eq, gt } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import type { Entry } from "./model.ts";

export type Away = Pick<Entry, "id" | "version" | "title" | "startsAt" | "endsAt">;

export function listAway(db: Db, _by: Administrator, now: Date): Promise<Away[]> {
  const { id, version, title, startsAt, endsAt, kind, state } = diaryEntries;
  return db
    .select({ id, version, title, startsAt, endsAt })
    .from(diaryEntries)
    .where(and(eq(kind, "away"), eq(state, "booked"), gt(endsAt, now)))
    .orderBy(asc(startsAt));
}
