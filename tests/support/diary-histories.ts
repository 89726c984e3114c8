import { expect } from "vitest";
import {
  bookAppointment,
  addAppointment,
  addBlock,
} from "#app/features/appointments/book.server.ts";
import { callOff, canBeCalledOff, undoCallOff } from "#app/features/appointments/away.server.ts";
import { moveAppointment, cancelAppointment } from "#app/features/appointments/changes.server.tsx";
import { overlapKey } from "#app/features/diary/overlaps.server.ts";
import {
  addSeries,
  editSeries,
  endSeries,
  moveSeries,
  weighLessons,
} from "#app/features/appointments/series.server.ts";
import { findEntry } from "#app/features/diary/entries.server.ts";
import {
  confirmRequest,
  declineRequest,
  finishAppointments,
} from "#app/features/appointments/finish.server.ts";
import { asClient, asOwner } from "#app/features/diary/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries } from "#app/server/database/tables.server.ts";
import { aBookingOf, aLesson, anOpenWeek, minutesLater, THURSDAY_TEN } from "./diary.ts";
import { owner } from "./factories.ts";
import { randomFrom } from "./random.ts";

/*
 * Random commands against the simplest diary there is: a list of times, of which those that count must
 * not overlap. Whatever a command answers, the database says the same afterwards.
 */

type Line = {
  id: string;
  token: string | null;
  from: number;
  until: number;
  state: string;
  firm: boolean;
};

const MINUTE = 60_000;
const DAY = 1440;
const counts = (line: Line) => line.firm && takes(line);
const takes = ({ state }: Line) => state === "booked" || state === "requested";
const overlaps = (one: Line, other: Line) => one.from < other.until && other.from < one.until;

const stored = async (db: Db): Promise<Line[]> =>
  (await db.select().from(diaryEntries)).map(({ id, token, busyFrom, busyUntil, state, firm }) => ({
    id,
    token,
    from: busyFrom.getTime() / MINUTE,
    until: busyUntil.getTime() / MINUTE,
    state,
    firm,
  }));

const byPhone = (startsAt: Date) => ({
  title: "By phone",
  startsAt,
  endsAt: minutesLater(startsAt, 30),
  bufferBefore: 15,
  bufferAfter: 15,
  serviceId: null,
  price: null,
  place: "studio" as const,
  placeDetails: "",
  clientName: "Ada",
  clientEmail: null,
  tellsClient: false,
});

const byId = (lines: Iterable<Line>) =>
  [...lines].toSorted((one, other) => one.id.localeCompare(other.id));

/** `steps` random commands on an empty database. Returns how many of them changed an entry. */
export async function liveHistory(db: Db, seed: number, steps: number): Promise<number> {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  await anOpenWeek(db);
  const lessons = [
    await aLesson(db, { slug: "a" }),
    await aLesson(db, { slug: "b", onRequest: true }),
  ];
  const lines = new Map<string, Line>();
  let now = minutesLater(THURSDAY_TEN, -2 * DAY);
  let answered = 0;

  const at = () =>
    minutesLater(THURSDAY_TEN, DAY * Math.floor(random() * 6) + 15 * Math.floor(random() * 28));
  const note = (entry: typeof diaryEntries.$inferSelect) => {
    const { id, token, busyFrom, busyUntil, state, firm } = entry;
    const [from, until] = [busyFrom.getTime() / MINUTE, busyUntil.getTime() / MINUTE];
    answered += 1;
    lines.set(id, { id, token, from, until, state, firm });
  };

  const commands = [
    async () => {
      const booking = aBookingOf(pick(lessons), {
        start: at(),
        email: `${random()}@visitor.example`,
      });
      const result = await db.transaction((tx) =>
        bookAppointment(tx, booking, { spamReason: null, now }),
      );
      if (result.ok) note(result.entry);
      else if (result.reason === "taken") {
        const wanted = {
          from: booking.start.getTime() / MINUTE,
          until: booking.start.getTime() / MINUTE + 75,
        };
        expect([...lines.values()].some((line) => overlaps({ ...line, ...wanted }, line))).toBe(
          true,
        );
      }
    },
    async () => {
      const [startsAt, over] = [at(), random() < 0.7 ? [] : ("anything" as const)];
      const block = {
        kind: "block",
        title: "Mine",
        startsAt,
        endsAt: minutesLater(startsAt, 45),
        over,
      } as const;
      const result = await addBlock(db, owner, block, now);
      if (result.ok) note(result.entry);
      else expect(over).toEqual([]);
    },
    async () => {
      const result = await addAppointment(db, owner, byPhone(at()), now);
      if (result.ok) note(result.entry);
    },
    async () => {
      const startsAt = at();
      const starts = [0, 7, 14].map((days) => minutesLater(startsAt, days * DAY));
      const weighed = await weighLessons(db, owner, byPhone(startsAt), starts, now);
      const seen = weighed.filter(() => random() < 0.5);
      const over = seen.flatMap((lesson) => lesson.overlaps.map(overlapKey));
      const series = { ...byPhone(startsAt), starts, over, weeks: 1 };
      const result = await addSeries(db, owner, series, now);
      if (result.ok) result.entries.forEach(note);
    },
    async () => {
      const { id, version } = (await findEntry(db, { id: pick([...lines.values()]).id }))!;
      if (random() < 0.7) {
        const moving = {
          id,
          version,
          start: at(),
          over: random() < 0.5 ? [] : ("anything" as const),
        };
        const result = await moveSeries(db, owner, moving, now);
        if (result.ok) result.moved.forEach(note);
      } else {
        const result = await endSeries(db, owner, { id, version }, now);
        if (result.ok) result.cancelled.forEach(note);
      }
    },
    async () => {
      const entry = (await findEntry(db, { id: pick([...lines.values()]).id }))!;
      const { id, version, startsAt, seriesId } = entry;
      const fields = { endsAt: minutesLater(startsAt, pick([30, 45, 60])), price: 95_00 };
      const over = random() < 0.5 ? [] : ("anything" as const);
      const result = await editSeries(db, owner, { id, version, fields, over }, now);
      if (!result.ok) return;
      for (const one of await db.select().from(diaryEntries))
        if (one.seriesId === seriesId) note(one);
    },
    async () => {
      now = minutesLater(now, 1);
      const startsAt = minutesLater(at(), -120);
      const standing = (await db.select().from(diaryEntries)).filter(
        (entry) => canBeCalledOff(entry) && random() < 0.5,
      );
      const away = {
        kind: "away",
        title: "Away",
        startsAt,
        endsAt: minutesLater(startsAt, DAY),
        over: "anything",
      } as const;
      const called = await callOff(
        db,
        owner,
        { away, cancelled: standing, moved: [], reason: "Ill" },
        now,
      );
      if (!called.ok) return;
      const before = new Map(standing.map(({ id }) => [id, lines.get(id)!]));
      const { id: awayId } = called.entry;
      if (random() < 0.5) now = minutesLater(now, 20 * random());
      const undone = random() < 0.5 && (await undoCallOff(db, owner, awayId, now)).ok;
      for (const one of await db.select().from(diaryEntries))
        if (one.id === awayId || before.has(one.id)) note(one);
      for (const [id, { state }] of before)
        expect(lines.get(id)!.state).toBe(undone ? state : "cancelled");
    },
    async () => {
      const line = pick([...lines.values()]);
      const [actor, ref] =
        line.token && random() < 0.5
          ? ([asClient, { token: line.token }] as const)
          : ([asOwner(owner), { id: line.id }] as const);
      const start = at();
      const over = random() < 0.8 ? [] : ("anything" as const);
      const result = await moveAppointment(db, actor, { ...ref, start, over }, now);
      if (result.ok) note(result.entry);
    },
    async () => {
      const line = pick([...lines.values()]);
      const result = await cancelAppointment(db, asOwner(owner), { id: line.id }, now);
      if (result.ok) note(result.entry);
    },
    async () => {
      const answer = pick([confirmRequest, declineRequest]);
      const result = await answer(db, owner, { id: pick([...lines.values()]).id }, now);
      if (result.ok) note(result.entry);
    },
    async () => {
      now = minutesLater(now, Math.floor(random() * 300));
      await finishAppointments(db, now);
      // The clock answers nobody: what it has changed is no longer ahead.
      for (const line of await stored(db)) {
        const before = lines.get(line.id)!;
        if (before.state === line.state) continue;
        const isRequest = before.state === "requested";
        expect(line.state).toBe(isRequest ? "cancelled" : "done");
        expect(line.from).toBeLessThanOrEqual(now.getTime() / MINUTE + (isRequest ? DAY : 0));
        lines.set(line.id, line);
      }
    },
  ];

  /** What is alone ahead keeps its time. */
  const settle = () => {
    const taking = [...lines.values()].filter(takes);
    for (const line of taking)
      if (line.until > now.getTime() / MINUTE)
        line.firm ||= !taking.some((other) => other !== line && overlaps(line, other));
  };
  for (let step = 0; step < steps; step++) {
    await (lines.size < 3 ? pick(commands.slice(0, 4)) : pick(commands))();
    settle();
  }

  expect(byId(await stored(db))).toEqual(byId(lines.values()));
  const firm = [...lines.values()].filter(counts);
  expect(
    firm.flatMap((one) => firm.filter((other) => one.id < other.id && overlaps(one, other))),
  ).toEqual([]);
  return answered;
}
