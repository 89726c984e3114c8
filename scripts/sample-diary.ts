import { and, eq } from "drizzle-orm";
import { issueSample, paySample } from "./sample-money.ts";
import { workingAgo } from "./sample-business.ts";
import { followBookings } from "../app/features/ameb/diary.server.ts";
import { insertEntry, newToken, timesFrom } from "../app/features/diary/entries.server.ts";
import {
  actorName,
  byTheClock,
  type Entry,
  invoiceTitle,
  sessionLine,
} from "../app/features/diary/model.ts";
import { followQuotes } from "../app/features/quotes/diary.server.ts";
import { priceOf } from "../app/features/services/model.ts";
import { ensureServices } from "#app/features/services/service-commands.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import { diaryEntries, services } from "../app/server/database/tables.server.ts";
import type { ServiceCategory } from "../app/server/database/enums.ts";
import { addDays, type Day, daysBetween, melbourneDay } from "../app/values/calendar.ts";
import { toMinutes } from "../app/values/time-of-day.ts";
import { instantFrom } from "../app/values/wall-clock.ts";

/* A diary as it looks in a usual month: lessons of some weeks, a request, time of her own. */

type Details = Omit<Partial<Entry>, "clientName" | "clientEmail">;

const client = (clientName: string, clientEmail: string, given: Details = {}) => ({
  clientName,
  clientEmail,
  ...given,
});

const theo = client("Theo Marchetti", "theo@student.example", { zone: "Australia/Melbourne" });
const ines = client("Wilhelmina Osei", "wilhelmina@family.example", { student: "Ines Osei" });
const jonas = client("Jonas Feld", "jonas@student.example", { zone: "Europe/London" });
const aroha = client("Aroha Singh", "aroha@visitor.example", {
  state: "requested",
  note: "It's for the audition I wrote to you about. Any piece to bring?",
});

/** Week 0 begins with the Monday to come. */
type Session = [week: number, weekday: number, time: string, lesson: Lesson, Partial<Entry>];
type Lesson = [ServiceCategory, slug: string];

const lesson: Lesson = ["voice-piano", "60-minutes"];
const shortLesson: Lesson = ["voice-piano", "45-minutes"];
const embodiment: Lesson = ["embodiment", "60-minutes"];

const sessions: Session[] = [
  [-2, 1, "16:00", lesson, theo],
  [-2, 2, "15:30", shortLesson, ines],
  [-2, 4, "10:00", embodiment, { ...jonas, state: "no-show" }],
  [-1, 1, "16:00", lesson, theo],
  [-1, 2, "15:30", shortLesson, ines],
  [-1, 4, "10:00", embodiment, { ...jonas, place: "online" }],
  [0, 1, "16:00", lesson, theo],
  [0, 2, "15:30", shortLesson, ines],
  [0, 3, "17:00", ["presence", "60-minutes"], aroha],
  [0, 4, "10:00", embodiment, { ...jonas, place: "online" }],
  [1, 1, "16:00", lesson, theo],
  [1, 2, "15:30", shortLesson, ines],
  [1, 4, "10:00", embodiment, { ...jonas, place: "online", state: "cancelled" }],
  [2, 1, "16:00", lesson, theo],
  [2, 2, "15:30", shortLesson, { ...ines, ownerNote: "Bring the duet book." }],
];

export async function loadSampleDiary(db: Db, owner: string, now: Date): Promise<void> {
  const typed = workingAgo(now)(0);
  await ensureServices(db, now);
  await followQuotes(db, typed);
  await followBookings(db, typed);
  const today = melbourneDay(now);
  const monday = addDays(today, 8 - weekdayOf(today));
  const on = (week: number, weekday: number) => addDays(monday, week * 7 + weekday - 1);
  for (const [week, weekday, time, [category, slug], given] of sessions) {
    const session = await aSession(
      db,
      { category, slug, day: on(week, weekday), time },
      given,
      now,
    );
    if (session?.state === "done") await invoice(db, session, owner);
  }
  const own = { state: "booked", createdAt: typed, updatedAt: typed } as const;
  const tuner = between(on(0, 5), "09:00", on(0, 5), "11:00");
  await insertEntry(db, { ...own, kind: "block", title: "Piano tuner", ...tuner }, now);
  const away = between(on(2, 5), "00:00", on(3, 1), "00:00");
  await insertEntry(db, { ...own, kind: "away", title: "Away by the sea", ...away }, now);
}

/** 1 for a Monday. */
const weekdayOf = (day: Day) => (daysBetween("1970-01-05", day) % 7) + 1;

/** Null where its time is taken. */
async function aSession(
  db: Db,
  {
    category,
    slug,
    day,
    time,
  }: { category: ServiceCategory; slug: string; day: Day; time: string },
  given: Partial<Entry>,
  now: Date,
): Promise<Entry | null> {
  const [service] = await db
    .select()
    .from(services)
    .where(and(eq(services.category, category), eq(services.slug, slug)));
  const booked = workingAgo(new Date(Math.min(now.getTime(), Date.parse(`${day}T00:00:00Z`))))(3);
  const times = timesFrom(instantFrom(day, toMinutes(time))!, service!);
  const { endsAt } = times;
  const isCancelled = given.state === "cancelled";
  return insertEntry(
    db,
    {
      kind: "appointment",
      ...times,
      title: service!.name,
      serviceId: service!.id,
      price: priceOf(service!),
      place: service!.place,
      placeDetails: service!.placeDetails,
      token: newToken(),
      state: invoicedAt(endsAt) < now ? "done" : "booked",
      ...(isCancelled && { cancelledAt: workingAgo(now)(0), cancelledBy: "client" as const }),
      ...given,
      createdAt: booked,
      receivedAt: booked,
      updatedAt: booked,
    },
    now,
  );
}

function between(first: Day, start: string, last: Day, end: string) {
  const startsAt = instantFrom(first, toMinutes(start))!;
  const endsAt = instantFrom(last, toMinutes(end))!;
  return { startsAt, endsAt, busyFrom: startsAt, busyUntil: endsAt };
}

/** On the morning after. */
const invoicedAt = (endsAt: Date) => new Date(endsAt.getTime() + 21 * 3_600_000);

/** Issued then, and paid by the first of the clients. */
async function invoice(db: Db, session: Entry, owner: string): Promise<void> {
  const at = invoicedAt(session.endsAt);
  const content = {
    kind: "other" as const,
    buyerName: session.clientName!,
    buyerEmail: session.clientEmail!,
    title: invoiceTitle(session),
    lines: [sessionLine(session)],
  };
  const issued = await issueSample(db, content, actorName(byTheClock), at);
  const isOf = eq(diaryEntries.id, session.id);
  await db.update(diaryEntries).set({ salesInvoiceId: issued.id }).where(isOf);
  if (session.clientName === theo.clientName)
    await paySample(db, issued, { amount: issued.total }, owner, at);
}

/** The link of an appointment to come. */
export async function findSampleAppointment(db: Db): Promise<string | null> {
  const isTheos = eq(diaryEntries.clientEmail, theo.clientEmail);
  const [next] = await db
    .select({ token: diaryEntries.token })
    .from(diaryEntries)
    .where(and(isTheos, eq(diaryEntries.state, "booked")))
    .orderBy(diaryEntries.startsAt)
    .limit(1);
  return next?.token ?? null;
}
