import { href } from "react-router";
import { and, desc, eq, inArray, isNull, lt, notInArray, or, sql, asc } from "drizzle-orm";
import type { SubmissionInfo } from "#app/features/intake/model.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { type NewEmail, ownerEmail } from "#app/features/email/outbox.server.ts";
import { queueUnverifiedEmail } from "#app/features/email/throttle.server.tsx";
import { isOffered, type Service, takingStates, withLength } from "#app/features/services/model.ts";
import { readFreeStarts } from "#app/features/services/queries.server.ts";
import { timesInZones } from "#app/features/services/times.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, services, waitingList } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { isSigned, sign } from "#app/server/secret.server.ts";
import { addDays, melbourneDay, wallTime, type Day, shortDay } from "#app/values/calendar.ts";
import { startPath } from "#app/values/start-path.ts";
import { zonedDay } from "#app/values/wall-clock.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { weekdayNames } from "#app/features/services/hours.ts";
import { isWished, type Wish, partOfDayLabels } from "./model.ts";

/** Per address and service: room for a family's wishes, not for a flood. */
const mostOfAddress = 3;

/** Melbourne hours: emails go out from the first and before the last. */
const [firstHour, lastHour] = [9, 20];

type Waiting = typeof waitingList.$inferSelect;

const addressOf = sql<string>`lower(${waitingList.email})`;

/** A fourth wish of an address replaces its oldest. */
export async function joinWaitingList(
  tx: Db,
  wish: Wish & { email: string; service: Service },
  { spamReason, now }: SubmissionInfo,
): Promise<void> {
  if (spamReason) return;
  const { service, weekdays, ...rest } = wish;
  const theirs = and(
    eq(waitingList.serviceId, service.id),
    eq(addressOf, wish.email.toLowerCase()),
  );
  const newest = tx
    .select({ id: waitingList.id })
    .from(waitingList)
    .where(theirs)
    .orderBy(desc(waitingList.createdAt))
    .limit(mostOfAddress - 1);
  await tx.delete(waitingList).where(and(theirs, notInArray(waitingList.id, newest)));
  const known = (await freeOf(tx, service, now)).filter((start) => isWished(wish, start));
  await tx
    .insert(waitingList)
    .values({ ...rest, weekdays: [...weekdays], serviceId: service.id, known, createdAt: now });
}

/** An unknown id counts as removed. */
export async function leaveWaitingList(db: Db, id: string): Promise<void> {
  await db.delete(waitingList).where(eq(waitingList.id, id));
}

/** At most one email a day per address, by day. Drops wishes that are over or booked. */
export async function tellWaiting(db: Db, now = new Date()): Promise<void> {
  const today = melbourneDay(now);
  await db.delete(waitingList).where(or(lt(waitingList.untilDay, today), hasBooked(db, now)));
  await db.transaction(async (tx) => {
    const { toldOn } = waitingList;
    const waiting = await tx
      .select()
      .from(waitingList)
      .where(or(isNull(toldOn), lt(toldOn, today)))
      .orderBy(waitingList.createdAt)
      .for("update", { skipLocked: true });
    if (waiting.length === 0) return;
    // Read after locking: another process may just have emailed an address that waits twice.
    const told = await tx.select({ address: addressOf }).from(waitingList).where(eq(toldOn, today));
    const addresses = new Set(told.map(({ address }) => address));
    const ids = waiting.map(({ serviceId }) => serviceId);
    for (const service of await tx.select().from(services).where(inArray(services.id, ids))) {
      const free = isOffered(service) ? await freeOf(tx, service, now) : [];
      for (const one of waiting.filter(({ serviceId }) => serviceId === service.id))
        await tell(tx, one, service, free, addresses, now);
    }
  });
}

const freeOf = (tx: Db, service: Service, now: Date) => {
  const from = melbourneDay(now);
  return readFreeStarts(tx, service, { from, until: addDays(from, service.daysAhead) }, now);
};

/** @param told addresses that have had today's email */
async function tell(
  tx: Db,
  one: Waiting,
  service: Service,
  free: readonly Date[],
  told: Set<string>,
  now: Date,
): Promise<void> {
  const seen = new Set(one.known.map(Number));
  const fitting = free.filter((start) => isWished(one, start));
  const fresh = fitting.filter((start) => !seen.has(start.getTime()));
  const address = one.email.toLowerCase();
  const mayWrite = fresh.length > 0 && isDaytime(now) && !told.has(address);
  // Beyond the mailbox's limit it is told later, of what is free then.
  if (mayWrite && (await queueUnverifiedEmail(tx, freeTimesEmail(one, service, fresh), now))) {
    told.add(address);
    return keep(tx, one, { known: fitting, toldOn: melbourneDay(now) });
  }
  // A time that is taken and comes free again is news again.
  const known = fitting.filter((start) => seen.has(start.getTime()));
  if (known.length < one.known.length) await keep(tx, one, { known });
}

async function keep(tx: Db, { id }: Waiting, change: Partial<Waiting>): Promise<void> {
  await tx.update(waitingList).set(change).where(eq(waitingList.id, id));
}

function isDaytime(now: Date): boolean {
  const hour = Number(wallTime(now).slice(11, 13));
  return hour >= firstHour && hour < lastHour;
}

const hasBooked = (db: Db, now: Date) =>
  sql`exists ${db
    .select({ id: diaryEntries.id })
    .from(diaryEntries)
    .where(
      and(
        sql`lower(${diaryEntries.clientEmail}) = lower("waiting_list"."email")`,
        sql`${diaryEntries.serviceId} = "waiting_list"."service_id"`,
        sql`${diaryEntries.createdAt} >= "waiting_list"."created_at"`,
        inArray(diaryEntries.state, [...takingStates]),
        sql`${diaryEntries.startsAt} > ${now.toISOString()}`,
      ),
    )}`;

const mostListed = 5;

function freeTimesEmail(
  one: Waiting,
  service: Service,
  free: readonly Date[],
): NewEmail & { recipient: string } {
  const { zone, untilDay } = one;
  const what = withLength(service.name, service.minutes);
  const isOne = free.length === 1;
  const lines = free.slice(0, mostListed).map((start) => {
    const end = new Date(start.getTime() + service.minutes * 60_000);
    return timesInZones(start, end, zone).lines[0]!;
  });
  const more = free.length - lines.length;
  const endUrl = endWaitingUrl(one.id);
  const note = (
    <>
      You get this because you asked on my site to be told: at most once a day, until{" "}
      {shortDay(untilDay, untilDay)}.{" "}
      <a data-text="button" href={endUrl} style={{ color: "inherit" }}>
        Stop telling me
      </a>
    </>
  );
  return {
    kind: "free-times",
    recipient: one.email,
    replyTo: ownerEmail(),
    subject: isOne ? `A time has come free: ${what}` : `Times have come free: ${what}`,
    unsubscribeUrl: endUrl,
    body: (
      <EmailLayout preview={lines[0]!} signed note={note}>
        <Heading>{isOne ? "A time has come free" : "Times have come free"}</Heading>
        <Text>
          You asked me to tell you when there is a time for {what}. Whoever books first has it.
        </Text>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {more > 0 && <Text>{`And ${more} more.`}</Text>}
        <Action href={timesUrl(service, free, zone)}>
          {isOne ? "Book this time" : "Choose a time"}
        </Action>
      </EmailLayout>
    ),
  };
}

function timesUrl({ category, slug }: Service, free: readonly Date[], zone: string): string {
  const service = { category, service: slug };
  const start = free[0]!;
  const isOne = free.length === 1;
  const path = isOne
    ? href("/book/:category/:service/:start", { ...service, start: startPath(start) })
    : href("/book/:category/:service", service);
  const query = { ...(!isOne && { week: zonedDay(start, zone) }), zone };
  return absoluteUrl(`${path}?${new URLSearchParams(query)}`);
}

export function endWaitingUrl(id: string): string {
  return absoluteUrl(`${href("/waiting/end")}?who=${id}.${sign("waiting list", id)}`);
}

/** The id to remove; null if the link is not signed by us. */
export function readEndWaitingUrl(url: string): string | null {
  const [id = "", signature = ""] = (new URL(url).searchParams.get("who") ?? "").split(".");
  return isSigned("waiting list", id, signature) ? id : null;
}

/** `wish`: `Voice and piano, 60 minutes: any time, until Sun 15 Mar`. */
export type ShownWaiting = { id: string; email: string; wish: string };

export async function listWaiting(db: Db, _by: Administrator, today: Day): Promise<ShownWaiting[]> {
  const rows = await db
    .select({ one: waitingList, service: services.name })
    .from(waitingList)
    .innerJoin(services, eq(services.id, waitingList.serviceId))
    .orderBy(asc(waitingList.createdAt));
  return rows.map(({ one: { id, email, weekdays, timeOfDay, untilDay }, service }) => {
    const isAnyDay = weekdays.length === weekdayNames.length;
    const days = isAnyDay ? [] : [weekdays.map((name) => name.slice(0, 3)).join(" ")];
    const when = [...days, partOfDayLabels[timeOfDay].toLowerCase()].join(", ");
    return { id, email, wish: `${service}: ${when}, until ${shortDay(untilDay, today)}` };
  });
}
