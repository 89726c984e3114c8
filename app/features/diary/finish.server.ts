import { and, asc, eq, isNull, lte } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, isRequestedEntry } from "#app/server/database/tables.server.ts";
import { unfinished } from "#app/server/jobs/scheduled-tasks.server.ts";
import { addDays, melbourneDay, startOfDay, wallTime } from "#app/values/calendar.ts";
import { decline } from "./decide.server.ts";
import { openDiary, updateEntry } from "./entries.server.ts";
import { byTheClock, doneFrom } from "./model.ts";
import { recordEntry } from "./record.server.ts";

/**
 * What only the time changes: sessions are done from 6:00 of the next Melbourne day, a request that nobody
 * has answered is declined when its time has come, and what was held is let go of. Any process may run it.
 * It does no more than `most` of each at once, so that nobody waits long for the diary.
 */
export function finishAppointments(db: Db, now = new Date(), most = 100) {
  return db.transaction(async (tx) => {
    await openDiary(tx, now);
    const declined = await declineUnanswered(tx, now, most);
    const finished = await finishSessions(tx, now, most);
    return Math.max(declined, finished) < most ? null : unfinished;
  });
}

async function declineUnanswered(tx: Db, now: Date, most: number): Promise<number> {
  const unanswered = await tx
    .select()
    .from(diaryEntries)
    .where(and(isRequestedEntry, isNull(diaryEntries.spamReason), lte(diaryEntries.startsAt, now)))
    .orderBy(asc(diaryEntries.startsAt))
    .limit(most);
  for (const entry of unanswered) await decline(tx, byTheClock, entry, now);
  return unanswered.length;
}

async function finishSessions(tx: Db, now: Date, most: number): Promise<number> {
  const over = await tx
    .select()
    .from(diaryEntries)
    .where(
      and(
        eq(diaryEntries.kind, "appointment"),
        eq(diaryEntries.state, "booked"),
        // What ends at midnight belongs to the day before.
        lte(diaryEntries.endsAt, endOfFinishedDays(now)),
      ),
    )
    .orderBy(asc(diaryEntries.startsAt))
    .limit(most);
  for (const before of over) {
    const entry = (await updateEntry(tx, before, { state: "done" }, now))!;
    await recordEntry(tx, entry, { action: "finished", actor: byTheClock, before }, now);
  }
  return over.length;
}

function endOfFinishedDays(now: Date): Date {
  const today = melbourneDay(now);
  const hasBegun = wallTime(now).slice(11) >= doneFrom;
  return startOfDay(hasBegun ? today : addDays(today, -1));
}
