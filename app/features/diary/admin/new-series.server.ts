import type { Administrator } from "#app/features/auth/model.ts";
import type { AddedAppointment } from "#app/features/diary/add.server.ts";
import { keysIn, showOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { addSeries, weighLessons } from "#app/features/diary/series.server.ts";
import { daysOfSeries } from "#app/features/diary/series.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dayTimes } from "#app/features/services/hours.ts";
import { getHours } from "#app/features/services/hours-queries.server.ts";
import { serviceOf } from "#app/features/diary/entries.server.ts";
import { lengthOf } from "#app/features/diary/model.ts";
import { nextFreeStarts } from "#app/features/services/queries.server.ts";
import { addDays, type Day, daysBetween, isInstant, melbourneDay } from "#app/values/calendar.ts";
import type { FieldErrors } from "#app/values/rules.ts";
import { momentOf, type NewAppointment } from "./entry-rules.ts";
import type { SeriesDates } from "./form-state.ts";
import { repetitionOf } from "./series-rules.ts";

type Values = Readonly<Record<string, string>>;
type Sent = { values: Values; typed: NewAppointment; added: AddedAppointment };

/** `series`: its dates, before it is made. */
export type NewSeriesResult =
  | { ok: true; entry: { id: string; kind: string; startsAt: Date } }
  | { ok: false; reason: "invalid"; errors: FieldErrors; series?: SeriesDates }
  | { ok: false; reason: "series"; series: SeriesDates };

/** First answers with the dates, then makes those that the owner ticked. */
export async function addTypedSeries(
  db: Db,
  by: Administrator,
  { values, typed, added }: Sent,
  now: Date,
): Promise<NewSeriesResult> {
  if (typed.day < melbourneDay(now)) return invalid({ day: "A series begins today or later." });
  const repetition = repetitionOf(typed);
  const starts = daysOfSeries(typed.day, repetition).flatMap(
    (day) => momentOf({ day, time: typed.time }) ?? [],
  );
  const offered = starts.map((start) => start.toISOString());
  const list = async (isChanged: boolean) => {
    const weighed = await weighLessons(db, by, added, starts, now);
    const closed = await closedDays(db, by, { serviceId: added.serviceId, starts });
    const dates = [];
    for (const { startsAt, overlaps } of weighed) {
      const { says: words, keys } = showOverlaps(overlaps, now);
      const note = closed.get(melbourneDay(startsAt));
      const says = note ? [note, ...words] : words;
      const room = { after: startsAt, weeks: repetition.weeks };
      const instead = says.length > 0 ? await nextFree(db, added, room, now) : null;
      dates.push({ startsAt, overlaps: { says, keys }, instead });
    }
    return { ok: false, reason: "series", series: { dates, isChanged } } as const;
  };
  if (values.offered !== offered.join(" ")) return list(false);
  const ticked = new Set(keysIn(values.starts));
  const instead = insteadOf(ticked);
  const chosen = starts.filter(
    (start) => ticked.has(start.toISOString()) || instead.has(start.getTime()),
  );
  if (chosen.length === 0) {
    const { series } = await list(false);
    return { ...invalid({ starts: "Tick at least one date." }), series };
  }
  const over = keysIn(values.taken);
  const series = { ...added, starts: chosen, instead, over, weeks: repetition.weeks };
  const result = await addSeries(db, by, series, now);
  return result.ok ? { ok: true, entry: result.entries[0]! } : list(true);
}

/** Reads `ISO>ISO`: the second time replaces a date that is not ticked itself. */
function insteadOf(ticked: ReadonlySet<string>): Map<number, Date> {
  const pairs = [...ticked].flatMap((value) => {
    const [start = "", other] = value.split(">");
    return other && !ticked.has(start) ? [[Date.parse(start), new Date(other)] as const] : [];
  });
  return new Map(pairs.filter(([, other]) => isInstant(other)));
}

/** The next free time before the following date of the series; the owner needs no notice. */
async function nextFree(
  db: Db,
  added: AddedAppointment,
  { after, weeks }: { after: Date; weeks: number },
  now: Date,
): Promise<Date | null> {
  const service = await serviceOf(db, added);
  const minutes = lengthOf(added);
  if (!service || !minutes) return null;
  const last = addDays(melbourneDay(after), weeks * 7 - 1);
  const daysAhead = daysBetween(melbourneDay(now), last);
  const rules = { ...service, minutes, notice: 0, daysAhead };
  const [next] = await nextFreeStarts(db, rules, after, 1, now);
  return next ?? null;
}

/** Days that the usual week opens and an exception closes, with the reason. */
async function closedDays(
  db: Db,
  by: Administrator,
  { serviceId, starts }: { serviceId: string | null; starts: readonly Date[] },
) {
  const days = starts.map(melbourneDay);
  const hours = await getHours(db, by, days[0]!);
  const usual = { weeks: hours.weeks.filter((one) => !one.fromDay && !one.untilDay), days: [] };
  const closed = days.filter(
    (day) =>
      dayTimes(day, serviceId, hours).length === 0 && dayTimes(day, serviceId, usual).length > 0,
  );
  const noteOf = (day: Day) => hours.days.find((one) => one.day === day)?.note;
  return new Map(
    closed.map((day) => [day, noteOf(day) ? `Closed: ${noteOf(day)}` : "Closed that day"]),
  );
}

const invalid = (errors: FieldErrors) => ({ ok: false, reason: "invalid", errors }) as const;
