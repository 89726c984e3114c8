import { describe, expect } from "vitest";
import { auditEntries, dayHours, openingHours } from "#app/server/database/tables.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aLesson } from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import {
  closeDays,
  dayVersion,
  removeDay,
  saveDay,
  addTerm,
  listTerms,
  removeTerm,
} from "./days.server.ts";
import type { Week } from "./hours.ts";
import { removeWeek, saveWeek } from "./hours.server.ts";
import type { SingleDayInput, WeekInput } from "./hours-schema.ts";

const open: Week = Array.from({ length: 7 }, () => [["10:00", "13:00"]]);
const always = { serviceId: null, fromDay: null, untilDay: null, week: open };

const add = (db: Db, given: Partial<WeekInput> = {}, key = "k") =>
  saveWeek(db, owner, { id: null, version: 0, input: { ...always, ...given }, key }, NOW);

const logged = async (db: Db) =>
  (await db.select().from(auditEntries).orderBy(auditEntries.id)).map(
    ({ action, label }) => `${action} ${label}`,
  );

describe("a week of hours", () => {
  dbTest("is no longer a sample once it is saved, even as it was", async ({ db }) => {
    const [sample] = await db.insert(openingHours).values({ week: open, sample: true }).returning();
    const save = () =>
      saveWeek(db, owner, { id: sample!.id, version: 1, input: always, key: "" }, NOW);
    expect(await save()).toMatchObject({ ok: true });
    expect(await save()).toMatchObject({ ok: true });
    expect(await db.select().from(openingHours)).toMatchObject([{ sample: false, version: 2 }]);
    expect(await logged(db)).toEqual(["confirmed the hours of all services"]);
  });

  onBoth("is added once, however often its form is sent", async ({ db }) => {
    await Promise.all([add(db), add(db)]);
    expect(await db.$count(openingHours)).toBe(1);
  });

  dbTest("in a stale tab changes nothing", async ({ db }) => {
    const added = await add(db);
    const id = added.ok ? added.id : "";
    const save = (week: Week) =>
      saveWeek(db, owner, { id, version: 1, input: { ...always, week }, key: "" }, NOW);
    expect(await save([...open.slice(0, 6), []])).toMatchObject({ ok: true });
    expect(await save([...open.slice(0, 5), [], []])).toMatchObject({
      reason: "changed",
      current: { version: 2 },
    });
  });

  dbTest("is refused where another is for the same services and days", async ({ db }) => {
    const { id: serviceId } = await aLesson(db);
    await add(db);
    await add(db, { serviceId });
    await add(db, { fromDay: "2026-12-20", untilDay: "2027-01-10" });
    const refused = async (given: Partial<WeekInput>) => {
      const outcome = await add(db, { ...given, week: [] }, "other");
      return outcome.ok || outcome.reason !== "invalid" ? [] : Object.keys(outcome.errors);
    };
    expect(await refused({})).toEqual(["serviceId"]);
    expect(await refused({ serviceId })).toEqual(["serviceId"]);
    expect(await refused({ fromDay: "2027-01-10" })).toEqual(["fromDay"]);
    expect(await refused({ untilDay: "2026-12-20" })).toEqual(["fromDay"]);
    expect(await refused({ serviceId: "no service" })).toEqual(["serviceId"]);
    expect(await refused({ fromDay: "2027-01-11" })).toEqual([]);
    expect(await refused({ serviceId, fromDay: "2026-12-24" })).toEqual([]);
  });

  dbTest("is removed, but not the usual one", async ({ db }) => {
    const usual = await add(db);
    const other = await add(db, { fromDay: "2026-12-20" }, "other");
    const remove = (outcome: typeof usual) =>
      removeWeek(db, owner, { id: outcome.ok ? outcome.id : "", version: 1 }, NOW);
    expect(await remove(usual)).toMatchObject({ ok: false });
    for (const _ of [1, 2]) expect(await remove(other)).toMatchObject({ ok: true });
    expect(await db.$count(openingHours)).toBe(1);
    expect(await logged(db)).toEqual([
      "added the hours of all services",
      "added the hours of all services, from Sun 20 Dec",
      "removed the hours of all services, from Sun 20 Dec",
    ]);
  });
});

describe("a single day", () => {
  const day = "2026-03-20";
  const save = (db: Db, given: Partial<SingleDayInput> = {}, seen = "", now = NOW) =>
    saveDay(db, owner, { seen, input: { day, hours: [], note: "", ...given } }, now);
  const stored = async (db: Db) => (await db.select().from(dayHours))[0]!;

  dbTest("is closed, opened and as usual again, each in the log", async ({ db }) => {
    await save(db);
    await save(db);
    const seen = dayVersion(await stored(db));
    const later = new Date(NOW.getTime() + 1000);
    await save(db, { hours: [["09:00", "12:00"]] }, seen, later);
    expect(await stored(db)).toMatchObject({ day, hours: [["09:00", "12:00"]] });
    expect(await removeDay(db, owner, { day, seen }, later)).toMatchObject({ reason: "changed" });
    const now = dayVersion(await stored(db));
    for (const _ of [1, 2])
      expect(await removeDay(db, owner, { day, seen: now }, later)).toEqual({ ok: true });
    expect(await logged(db)).toEqual(
      ["set", "changed", "removed"].map((action) => `${action} the hours of Friday, 20 March 2026`),
    );
  });

  dbTest("that is there already is named rather than overwritten", async ({ db }) => {
    await save(db, { hours: [["09:00", "12:00"]] });
    expect(await save(db)).toMatchObject({
      errors: { day: "You've already changed this day: 9 am–12 pm." },
    });
  });

  dbTest("that has passed is refused", async ({ db }) => {
    expect(await save(db, { day: "2026-03-09" })).toMatchObject({
      errors: { day: "This day has passed." },
    });
    expect(await save(db, { day: "2026-03-10" })).toEqual({ ok: true });
  });

  dbTest("from a stale tab is left as it stands", async ({ db }) => {
    await save(db);
    const seen = dayVersion(await stored(db));
    const later = new Date(NOW.getTime() + 1000);
    await save(db, { hours: [["09:00", "12:00"]] }, seen, later);
    expect(await save(db, { hours: [["10:00", "12:00"]] }, seen)).toMatchObject({
      reason: "changed",
    });
  });
});

describe("several days", () => {
  dbTest("are closed at once, but for those with hours of their own", async ({ db }) => {
    const own = { day: "2026-04-03", hours: [["09:00", "12:00"]] as const, note: "Open after all" };
    await saveDay(db, owner, { seen: "", input: own }, NOW);
    const holidays = ["2026-04-03", "2026-04-06"].map((day) => ({ day, note: "Easter" }));
    for (const _ of [1, 2]) await closeDays(db, owner, holidays, NOW);
    expect(await db.select().from(dayHours).orderBy(dayHours.day)).toMatchObject([
      { day: "2026-04-03", note: "Open after all" },
      { day: "2026-04-06", hours: [], note: "Easter" },
    ]);
    expect(await logged(db)).toHaveLength(2);
  });
});

describe("a term", () => {
  onBoth("is added once, listed until it is over, and removed", async ({ db }) => {
    const term = { name: "Term 1, 2027", firstDay: "2027-01-28", lastDay: "2027-03-25" };
    await Promise.all([1, 2].map(() => addTerm(db, owner, term, "form", NOW)));
    const [listed, ...others] = await listTerms(db, owner, "2027-03-25");
    expect([listed, others]).toMatchObject([term, []]);
    expect(await listTerms(db, owner, "2027-03-26")).toEqual([]);
    for (const _ of [1, 2]) await removeTerm(db, owner, listed!.id, NOW);
    expect(await logged(db)).toEqual(["added Term 1, 2027", "removed Term 1, 2027"]);
  });
});
