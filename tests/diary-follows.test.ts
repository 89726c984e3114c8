import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { textsOf } from "#app/features/ameb/booking-edits.ts";
import {
  deleteBooking,
  restoreBooking,
  setAmebStatus,
  editBooking,
} from "#app/features/ameb/commands.server.tsx";
import { followBookings } from "#app/features/ameb/diary.server.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import {
  acceptOnBehalf,
  declineQuote,
  rejectQuote,
  reverseDecision,
  withdrawQuote,
} from "#app/features/quotes/decisions.server.ts";
import { followQuotes } from "#app/features/quotes/diary.server.ts";
import {
  beginNewVersion,
  createQuote,
  editQuote,
  revisionOf,
} from "#app/features/quotes/drafts.server.ts";
import { sendQuote } from "#app/features/quotes/sending.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { amebStatuses } from "#app/server/database/enums.ts";
import { amebBookings, diaryEntries, quotes } from "#app/server/database/tables.server.ts";
import { dbTest } from "./support/db.ts";
import { aBooking, aDraft, anAcceptance, clientInfo, NOW, owner } from "./support/factories.ts";
import { quoteEmailInput } from "./support/quotes.ts";
import { randomFrom } from "./support/random.ts";

/* Whatever is done with quotes and AMEB bookings, the diary says what they say. */

/** Chooses at random, and alike in every run. */
function chooserFrom(seed: number) {
  const random = randomFrom(seed);
  return <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)]!;
}

type Pick = ReturnType<typeof chooserFrom>;

const days = ["2026-06-20", "2026-06-21", null];
const starts = ["10:00", "18:30", "23:00", null];

const aTimedDraft = (pick: Pick) =>
  aDraft({
    eventDate: pick(days),
    eventStart: pick(starts),
    eventEnd: pick(["20:00", "01:00", null]),
  });

async function changeQuote(db: Db, pick: Pick, now: Date): Promise<void> {
  const all = await db.select().from(quotes).orderBy(quotes.createdAt);
  if (all.length < 12) {
    await createQuote(db, owner, aTimedDraft(pick), null, now);
    return;
  }
  const quote = pick(all);
  const { id, slug, version } = quote;
  const onlyOpen = { client: clientInfo, slug: slug ?? "none", version };
  const commands: (() => Promise<unknown>)[] = [
    () => sendQuote(db, owner, id, { ...quoteEmailInput, anyway: true }, now),
    () => editQuote(db, owner, id, revisionOf(quote), aTimedDraft(pick), now),
    () => acceptQuote(db, anAcceptance({ ...onlyOpen, wantsExtraHour: pick([true, false]) }), now),
    () => acceptOnBehalf(db, owner, id, now, undefined, "anything"),
    () => acceptOnBehalf(db, owner, id, now, undefined, pick(["anything" as const, []])),
    () => declineQuote(db, { ...onlyOpen, reason: "" }, now),
    () => rejectQuote(db, owner, id, now),
    () => withdrawQuote(db, owner, id, now),
    () => reverseDecision(db, owner, id, now),
    () => beginNewVersion(db, owner, id, now),
  ];
  await pick(commands)();
}

async function changeBooking(db: Db, pick: Pick, now: Date): Promise<void> {
  const all = await db.select().from(amebBookings).orderBy(amebBookings.createdAt);
  if (all.length < 4) {
    await aBooking(db, { examDate: pick(days), examTime: pick(["10:40 am", "2pm", "noon"]) });
    return;
  }
  const booking = pick(all);
  const { id, status, version } = booking;
  const times = { examTime: pick(["10:40 am", ""]), rehearsalDate: pick(days) ?? "" };
  const texts = { ...textsOf(booking), ...times, rehearsalTime: pick(starts) ?? "" };
  const commands: (() => Promise<unknown>)[] = [
    () => setAmebStatus(db, owner, { id, from: status, status: pick(amebStatuses) }, now),
    () => editBooking(db, owner, id, { version, texts, isSure: true, over: "anything" }, now),
    () => deleteBooking(db, owner, id, now),
    () => restoreBooking(db, owner, id, now),
  ];
  await pick(commands)();
}

/** What stands in the diary, but for what keeps others away. */
async function standing(db: Db): Promise<string[]> {
  const entries = await db.select().from(diaryEntries).where(eq(diaryEntries.state, "booked"));
  return entries
    .map((entry) => {
      const { kind, quoteId, amebBookingId, title, startsAt, endsAt, busyFrom, busyUntil } = entry;
      const times = [startsAt, endsAt, busyFrom, busyUntil].map((time) => time.toISOString());
      return [kind, quoteId ?? amebBookingId, title, ...times].join(" ");
    })
    .toSorted();
}

dbTest("random changes of quotes and bookings leave the diary as they say", async ({ db }) => {
  const pick = chooserFrom(19);
  let most = 0;
  for (let step = 0; step < 200; step++) {
    const now = new Date(NOW.getTime() + step * 1000);
    await pick([changeQuote, changeQuote, changeBooking])(db, pick, now);
    most = Math.max(most, (await standing(db)).length);
  }
  expect(most).toBeGreaterThan(3);
  const followed = await standing(db);
  // Built anew from nothing but the records.
  await db.delete(diaryEntries);
  await followQuotes(db, NOW);
  await followBookings(db, NOW);
  expect(await standing(db)).toEqual(followed);
  expect(followed.length).toBeGreaterThan(0);
});
