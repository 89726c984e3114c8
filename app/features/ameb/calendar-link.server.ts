import { href } from "react-router";
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { calendarLinks } from "#app/server/database/tables.server.ts";

const hashed = (token: string) => createHash("sha256").update(token).digest("base64url");

/** Ends the previous link. Only the hash is stored. */
export function makeCalendarLink(db: Db, by: Administrator, now = new Date()): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  return db.transaction(async (tx) => {
    await tx.update(calendarLinks).set({ endedAt: now }).where(isNull(calendarLinks.endedAt));
    await tx.insert(calendarLinks).values({ tokenHash: hashed(token), createdAt: now });
    await recordActivity(
      tx,
      {
        actor: by.email,
        action: "made a new link of",
        subject: { kind: "calendar", label: "exams and events" },
      },
      now,
    );
    return absoluteUrl(href("/calendar/:file", { file: `${token}.ics` }));
  });
}

export async function calendarLinkCreatedAt(db: Db, _by: Administrator): Promise<Date | null> {
  const [link] = await db
    .select({ createdAt: calendarLinks.createdAt })
    .from(calendarLinks)
    .where(isNull(calendarLinks.endedAt))
    .orderBy(desc(calendarLinks.createdAt))
    .limit(1);
  return link?.createdAt ?? null;
}

export async function isCalendarToken(db: Db, token: string): Promise<boolean> {
  return (
    (await db.$count(
      calendarLinks,
      and(eq(calendarLinks.tokenHash, hashed(token)), isNull(calendarLinks.endedAt)),
    )) === 1
  );
}
