import { and, desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { addTypedEntry } from "./new-entry.server.ts";
import { listServices } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails, reminders } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { timesAfter } from "#tests/support/invitation.ts";
import { aLesson, anEntry, askedBy } from "#tests/support/diary.ts";
import { sendEntryForm } from "#tests/support/diary-forms.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { moveAppointment, cancelAppointment, editEntry } from "./changes.server.tsx";
import {
  asOwner,
  type Entry,
  daysOfSeries,
  mostLessons,
  repeatsOf,
} from "#app/features/diary/model.ts";
import { findPublicAppointment } from "./public-appointment.server.ts";
import { endSeries } from "./series.server.ts";

const theo = "parent@visitor.example";
const mondays = {
  clientName: "Nora Parent",
  clientEmail: theo,
  student: "Theo",
  day: "2027-03-01",
  time: "16:00",
  repeats: "weekly",
  lessons: "10",
  tellsClient: "on",
};

// The forms of an entry's page read the clock themselves.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOW }));

type Values = Record<string, string>;

async function send(db: Db, values: Values, key = "form", now = NOW) {
  const services = await listServices(db, { all: true });
  const [service] = services.length > 0 ? services : [await aLesson(db)];
  const sent = { values: { ...values, serviceId: service!.id }, services: [service!] };
  return addTypedEntry(db, owner, "appointment", { ...sent, key }, now);
}

/** What the list that the owner is shown holds, all of it ticked but `without`. */
async function listed(db: Db, values: Values, without: readonly number[] = []): Promise<Values> {
  const result = await send(db, values);
  if (result.ok || result.reason !== "series") throw new Error("No list of dates was shown.");
  const { dates } = result.series;
  return {
    ...values,
    offered: isoOf(dates).join(" "),
    starts: isoOf(dates.filter((_, index) => !without.includes(index))).join("\n"),
    taken: dates.flatMap(({ overlaps }) => overlaps.keys).join("\r\n"),
  };
}

const lessonsOf = (db: Db) =>
  db
    .select()
    .from(diaryEntries)
    .where(eq(diaryEntries.clientEmail, theo))
    .orderBy(diaryEntries.startsAt);

async function madeSeries(db: Db, values: Values = mondays, without: readonly number[] = []) {
  expect(await send(db, await listed(db, values, without))).toMatchObject({ ok: true });
  return lessonsOf(db);
}

const emailsTo = (db: Db, recipient: string) =>
  db.select().from(emails).where(eq(emails.recipient, recipient)).orderBy(desc(emails.createdAt));

const isoOf = (entries: readonly Pick<Entry, "startsAt">[]) =>
  entries.map(({ startsAt }) => startsAt.toISOString());

describe("a series of lessons", () => {
  dbTest(
    "keeps its wall time over a change of clocks, in the diary, one email and every calendar",
    async ({ db }) => {
      const lessons = await madeSeries(db);
      expect(isoOf(lessons)).toEqual([
        ...["03-01", "03-08", "03-15", "03-22", "03-29"].map((day) => `2027-${day}T05:00:00.000Z`),
        ...["04-05", "04-12", "04-19", "04-26", "05-03"].map((day) => `2027-${day}T06:00:00.000Z`),
      ]);
      expect(lessons.every(({ firm, price }) => firm && price === 95_00)).toBe(true);
      const told = await emailsTo(db, theo);
      expect(told.map(({ subject }) => subject)).toEqual([
        "You're booked: Voice and piano, 60 minutes on 10 dates from Monday, 1 March 2027",
      ]);
      expect(told[0]!.text).toContain("Mon 5 Apr");
      expect(told[0]!.text).toContain("A$95.00 each");
      expect(timesAfter(told[0]!.invitation)).toEqual(isoOf(lessons));
      expect(await db.$count(reminders, eq(reminders.recordKind, "appointment"))).toBe(10);
    },
  );

  dbTest("keeps how it is invoiced on each of its lessons", async ({ db }) => {
    const lessons = await madeSeries(db, { ...mondays, sessionInvoicing: "monthly" });
    expect(new Set(lessons.map((one) => one.sessionInvoicing))).toEqual(new Set(["monthly"]));
  });

  dbTest("leaves out the dates that were not ticked, in calendars too", async ({ db }) => {
    const lessons = await madeSeries(db, mondays, [0, 4, 9]);
    expect(lessons).toHaveLength(7);
    const [told] = await emailsTo(db, theo);
    expect(timesAfter(told!.invitation)).toEqual(isoOf(lessons));
  });

  dbTest("stays as long when one of it moves, and calendars follow that one", async ({ db }) => {
    const lessons = await madeSeries(db);
    const [made] = await emailsTo(db, theo);
    const moving = { id: lessons[2]!.id, start: new Date("2027-03-16T05:00:00Z") };
    expect(await moveAppointment(db, asOwner(owner), moving, NOW)).toMatchObject({ ok: true });
    const after = await lessonsOf(db);
    expect(after).toHaveLength(10);
    const moved = (await emailsTo(db, theo)).find(({ kind }) => kind === "appointment-moved")!;
    expect(timesAfter(made!.invitation, moved.invitation)).toEqual(isoOf(after));
    expect(isoOf(after)).toContain(moving.start.toISOString());
  });

  dbTest("moves from one lesson on by as much, into its own times too", async ({ db }) => {
    const lessons = await madeSeries(db);
    const [made] = await emailsTo(db, theo);
    const { id, version } = lessons[7]!;
    const values = { version: `${version}`, day: "2027-04-26", time: "17:00", following: "on" };
    expect(await sendEntryForm(db, "move", id, values)).toMatchObject({ ok: true });
    const after = await lessonsOf(db);
    expect(isoOf(after)).toEqual([
      ...isoOf(lessons.slice(0, 7)),
      ...["04-26", "05-03", "05-10"].map((day) => `2027-${day}T07:00:00.000Z`),
    ]);
    const [told, ...more] = (await emailsTo(db, theo)).filter((one) => one.id !== made!.id);
    expect(more).toEqual([]);
    expect(told!.subject).toBe(
      "New time: Voice and piano, 60 minutes on 3 dates from Monday, 26 April 2027",
    );
    expect(told!.text).toContain("Before: 3 dates from Monday, 19 April 2027, 4:00 pm");
    expect(timesAfter(made!.invitation, told!.invitation)).toEqual(isoOf(after));
  });

  dbTest("leaves the former address of one of its lessons, in calendars too", async ({ db }) => {
    const lessons = await madeSeries(db);
    const { id, version } = lessons[2]!;
    const editing = { id, version, fields: { clientEmail: "new@visitor.example" } };
    const [made] = await emailsTo(db, theo);
    expect(await editEntry(db, owner, editing, NOW)).toMatchObject({ ok: true });
    const gone = (await emailsTo(db, theo)).find(({ kind }) => kind === "appointment-cancelled");
    const left = isoOf(lessons.toSpliced(2, 1));
    expect(timesAfter(made!.invitation, gone!.invitation)).toEqual(left);
  });

  dbTest("moves all or none, and over something else only by her word", async ({ db }) => {
    const lessons = await madeSeries(db);
    await anEntry(db, { clientEmail: "b@c.example", startsAt: new Date("2027-05-04T06:00:00Z") });
    const { id, version } = lessons[8]!;
    const values = { version: `${version}`, day: "2027-04-27", time: "16:00", following: "on" };
    const refused = await sendEntryForm(db, "move", id, values);
    expect(refused).toMatchObject({
      overlaps: { says: [expect.stringContaining("Voice and piano, 60 minutes")] },
    });
    expect(isoOf(await lessonsOf(db))).toEqual(isoOf(lessons));
    const anyway = { ...values, anyway: askedBy(refused).join(" ") };
    expect(await sendEntryForm(db, "move", id, anyway)).toMatchObject({ ok: true });
    const after = await lessonsOf(db);
    expect(after.map(({ firm }) => firm)).toEqual([...Array(9).fill(true), false]);
  });

  dbTest("ends from one lesson on, with one email that takes the rest back", async ({ db }) => {
    const lessons = await madeSeries(db);
    const [made] = await emailsTo(db, theo);
    const alone = { id: lessons[8]!.id };
    expect(await cancelAppointment(db, asOwner(owner), alone, NOW)).toMatchObject({ ok: true });
    const before = await emailsTo(db, theo);
    const { id, version } = lessons[7]!;
    expect(await endSeries(db, owner, { id, version, reason: "See you!" }, NOW)).toMatchObject({
      ok: true,
      cancelled: [{ id }, { id: lessons[9]!.id }],
    });
    const standing = (await lessonsOf(db)).filter(({ state }) => state === "booked");
    expect(isoOf(standing)).toEqual(isoOf(lessons.slice(0, 7)));
    const told = (await emailsTo(db, theo)).filter(
      ({ id: one }) => !before.some(({ id: other }) => other === one),
    );
    expect(told.map(({ subject }) => subject)).toEqual([
      "Cancelled: Voice and piano, 60 minutes on 2 dates from Monday, 19 April 2027",
    ]);
    expect(told[0]!.text).toContain("See you!");
    const alonesEmail = before.find(({ kind }) => kind === "appointment-cancelled")!;
    expect(timesAfter(made!.invitation, alonesEmail.invitation, told[0]!.invitation)).toEqual(
      isoOf(standing),
    );
    const waiting = and(eq(reminders.recordKind, "appointment"), eq(reminders.state, "wanted"));
    expect(await db.$count(reminders, waiting)).toBe(7);
  });

  dbTest("does not end where the page that asks for it is out of date", async ({ db }) => {
    const lessons = await madeSeries(db);
    const { id, version } = lessons[3]!;
    const stale = { version: `${version + 1}`, reason: "" };
    expect(await sendEntryForm(db, "end-series", id, stale)).toMatchObject({
      ok: false,
      message: expect.stringContaining("It has changed"),
    });
    const alone = await anEntry(db);
    const fresh = { version: `${alone.version}` };
    expect(await sendEntryForm(db, "end-series", alone.id, fresh)).toMatchObject({
      ok: false,
      status: 404,
    });
    expect((await lessonsOf(db)).every(({ state }) => state === "booked")).toBe(true);
  });

  dbTest("shows what is in the way first, and stands over it only by a tick", async ({ db }) => {
    const own = { kind: "block", clientName: null, clientEmail: null } as const;
    const startsAt = new Date("2027-03-08T05:30:00Z");
    await anEntry(db, { ...own, title: "Dentist", startsAt });
    const shown = await send(db, mondays);
    expect(shown).toMatchObject({ ok: false, reason: "series", series: { isChanged: false } });
    expect(await lessonsOf(db)).toEqual([]);
    const { dates } = (shown as Extract<typeof shown, { reason: "series" }>).series;
    expect(dates.map(({ overlaps }) => overlaps.keys.length).join("")).toBe("0100000000");
    expect(dates[1]!.overlaps.says).toEqual(["Mon 8 Mar 2027, 4:30 pm: Dentist"]);
    const lessons = await madeSeries(db);
    expect(lessons.map(({ firm }) => firm)).toEqual([true, false, ...Array(8).fill(true)]);
  });

  dbTest("is not made where something came into the way meanwhile", async ({ db }) => {
    const away = { kind: "block", clientEmail: null, firm: false } as const;
    await anEntry(db, { ...away, startsAt: new Date("2027-03-08T05:30:00Z") });
    const seen = await listed(db, mondays);
    const isRefused = async (startsAt: string) => {
      const { id } = await anEntry(db, { ...away, startsAt: new Date(startsAt) });
      expect(await send(db, seen)).toMatchObject({ reason: "series", series: { isChanged: true } });
      await db.delete(diaryEntries).where(eq(diaryEntries.id, id));
    };
    await isRefused("2027-03-15T05:00:00Z");
    // Her tick covers only what the list showed at that time.
    await isRefused("2027-03-08T05:00:00Z");
    expect(await lessonsOf(db)).toEqual([]);
    expect(await emailsTo(db, theo)).toEqual([]);
  });

  dbTest("is shown anew where its dates were changed after the list", async ({ db }) => {
    const seen = await listed(db, mondays);
    expect(await send(db, { ...seen, time: "17:00" })).toMatchObject({ reason: "series" });
    expect(await lessonsOf(db)).toEqual([]);
  });

  dbTest("is made once by a form that is sent twice", async ({ db }) => {
    const seen = await listed(db, mondays);
    const [first, second] = [await send(db, seen), await send(db, seen)];
    expect([first.ok, second.ok]).toEqual([true, true]);
    expect(await lessonsOf(db)).toHaveLength(10);
    expect(await emailsTo(db, theo)).toHaveLength(1);
  });

  dbTest("stands on its client's page, for whom the email's link shows it", async ({ db }) => {
    const lessons = await madeSeries(db);
    await db
      .update(diaryEntries)
      .set({ clientEmail: "other@visitor.example" })
      .where(eq(diaryEntries.id, lessons[9]!.id));
    await cancelAppointment(db, asOwner(owner), { id: lessons[8]!.id }, NOW);
    const shown = await findPublicAppointment(db, lessons[0]!.token!, NOW);
    expect(shown!.series.map(({ startsAt }) => startsAt.toISOString())).toEqual(
      isoOf(lessons.slice(1, 8)),
    );
  });

  dbTest("is refused beside the field that is wrong", async ({ db }) => {
    const wrong: [Values, string][] = [
      [{ lessons: "" }, "lessons"],
      [{ lessons: "1" }, "lessons"],
      [{ lessons: "61" }, "lessons"],
      [{ lessons: "ten" }, "lessons"],
      [{ untilDay: "2027-05-03" }, "untilDay"],
      [{ lessons: "", untilDay: "2027-03-01" }, "untilDay"],
      [{ lessons: "", untilDay: "2029-03-01" }, "untilDay"],
      [{ repeats: "constructor" }, "repeats"],
      [{ sessionInvoicing: "yearly" }, "sessionInvoicing"],
      [{ day: "2026-03-09" }, "day"],
    ];
    for (const [given, field] of wrong) {
      const result = await send(db, { ...mondays, ...given });
      expect(result, JSON.stringify(given)).toMatchObject({ reason: "invalid" });
      expect(Object.keys((result as { errors: object }).errors)).toEqual([field]);
    }
    const nothing = { ...(await listed(db, mondays)), starts: "" };
    expect(await send(db, nothing)).toMatchObject({ errors: { starts: expect.any(String) } });
    expect(await lessonsOf(db)).toEqual([]);
  });
});

test("a series has its days until the last one, and says when they are too many", () => {
  const every = (weeks: number, untilDay: string) =>
    daysOfSeries("2027-03-01", { weeks, lessons: null, untilDay });
  expect(every(2, "2027-03-29")).toEqual(["2027-03-01", "2027-03-15", "2027-03-29"]);
  expect(every(2, "2027-03-28")).toHaveLength(2);
  expect(every(1, "2999-12-31")).toHaveLength(mostLessons + 1);
});

test("one time that is left of a series repeats once", () => {
  const start = new Date("2027-03-01T05:00:00Z");
  expect(repeatsOf([start], 1)).toEqual({ weeks: 1, count: 1, without: [] });
});
