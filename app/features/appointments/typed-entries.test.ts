import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { listServices } from "#app/features/services/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  aLesson,
  anEntry,
  anOpenWeek,
  askedBy,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import type { KnownClient } from "#app/values/names.ts";
import { check } from "#app/values/rules.ts";
import { awaySchema, type EntryKind } from "#app/features/diary/schema.ts";
import { overlapsInWords } from "#app/features/diary/overlaps.server.ts";
import { addTypedEntry } from "./new-entry.server.ts";
import { suggestStarts } from "./queries.server.ts";

const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);

const typed = {
  clientName: "Ada Visitor",
  clientEmail: "ada@visitor.example",
  serviceId: "",
  day: "2026-03-12",
  time: "10:00",
};

async function add(
  db: Db,
  kind: EntryKind,
  values: Record<string, string>,
  { key = "", clients = [] as KnownClient[] } = {},
) {
  const services = await listServices(db, { all: true });
  return addTypedEntry(db, owner, kind, { values, services, clients, key }, NOW);
}

test("days away are days of which calendars have those around them, too", () => {
  const isAway = (awayFrom: string, awayUntil: string) =>
    check(awaySchema, { awayFrom, awayUntil }).ok;
  expect(isAway("1901-01-01", "2999-12-31")).toBe(true);
  expect(isAway("1900-01-01", "2026-03-12")).toBe(false);
  expect(isAway("2026-03-12", "9999-12-31")).toBe(false);
});

describe("the owner adds", () => {
  dbTest("nobody new in silence under a name that somebody known may have", async ({ db }) => {
    const ada = { name: "Ada Visitor", email: "ada@visitor.example" };
    const clients = [ada, { name: "Zoë Vale", email: "zoe@vale.example" }];
    const own = { title: "Trial lesson", minutes: "30", clientEmail: "" };
    const named = async (clientName: string, more: Record<string, string> = {}) => {
      await db.delete(diaryEntries);
      return add(db, "appointment", { ...typed, ...own, clientName, ...more }, { clients });
    };
    const asked = await named("vis");
    expect(asked).toMatchObject({ reason: "invalid", errors: { newClient: expect.any(String) } });
    expect(JSON.stringify(asked)).toContain("Ada Visitor <ada@visitor.example>");
    for (const name of ["Ada Visitor", "zoe", "V"])
      expect(await named(name), name).toMatchObject({ reason: "invalid" });
    const one = (email: string | null) => ({ ok: true, entry: { clientEmail: email } });
    expect(await named("Bo")).toMatchObject(one(null));
    expect(await named("Ada", { newClient: "on" })).toMatchObject(one(null));
    expect(await named("Ada", { clientEmail: "ada@other.example" })).toMatchObject(
      one("ada@other.example"),
    );
    expect(await named("Ada Visitor <ada@visitor.example>")).toMatchObject(one(ada.email));
  });

  dbTest("an appointment of a service, with its length, price and place", async ({ db }) => {
    const service = await aLesson(db);
    expect(await add(db, "appointment", { ...typed, serviceId: service.id })).toMatchObject({
      ok: true,
      entry: {
        kind: "appointment",
        state: "booked",
        title: "Voice and piano, 60 minutes",
        startsAt: THURSDAY_TEN,
        endsAt: later(60),
        busyUntil: later(75),
        price: 95_00,
        place: "studio",
        placeDetails: "12 Sample Street, Kew",
      },
    });
  });

  dbTest("one on a day that has passed, of which the client gets no email", async ({ db }) => {
    const service = await aLesson(db);
    const values = { ...typed, serviceId: service.id, tellsClient: "on" };
    const toClient = () => db.$count(emails, eq(emails.recipient, typed.clientEmail));
    expect(await add(db, "appointment", { ...values, day: "2026-03-09" })).toMatchObject({
      ok: true,
      entry: { state: "booked", clientEmail: typed.clientEmail },
    });
    expect(await toClient()).toBe(0);
    await add(db, "appointment", values);
    expect(await toClient()).toBe(1);
  });

  dbTest("one of another length and price", async ({ db }) => {
    const service = await aLesson(db);
    const own = { title: "Catch-up", minutes: "40", price: "60", place: "online" };
    const values = {
      ...typed,
      serviceId: service.id,
      ...own,
      placeDetails: "https://meet.example",
    };
    expect(await add(db, "appointment", values)).toMatchObject({
      entry: {
        title: "Catch-up",
        endsAt: later(40),
        busyUntil: later(55),
        price: 60_00,
        place: "online",
        placeDetails: "https://meet.example",
      },
    });
  });

  dbTest("one of no service, which must say what it is and how long", async ({ db }) => {
    expect(await add(db, "appointment", typed)).toEqual({
      ok: false,
      reason: "invalid",
      errors: { title: "Choose a service, or say what it is.", minutes: "How many minutes is it?" },
    });
    const own = { ...typed, title: "Trial", minutes: "20" };
    expect(await add(db, "appointment", own)).toMatchObject({
      entry: { serviceId: null, price: null, endsAt: later(20), busyUntil: later(20) },
    });
  });

  for (const [what, travelMinutes, minutes] of [
    ["as long as usual", "", 30],
    ["as long as she says", "50", 50],
  ] as const)
    dbTest(`one at the client's place, with the way ${what}`, async ({ db }) => {
      const service = await aLesson(db);
      const there = { place: "client", placeDetails: "3 Hill Road, Kew", travelMinutes };
      expect(
        await add(db, "appointment", { ...typed, ...there, serviceId: service.id }),
      ).toMatchObject({
        entry: { busyFrom: later(-minutes), startsAt: later(0), busyUntil: later(60 + minutes) },
      });
    });

  dbTest("one for a client who was chosen from the list without scripts", async ({ db }) => {
    const chosen = { clientName: "Mei Tan <mei@family.example>", clientEmail: "" };
    const own = { ...typed, ...chosen, title: "Trial", minutes: "20" };
    expect(await add(db, "appointment", own)).toMatchObject({
      entry: { clientName: "Mei Tan", clientEmail: "mei@family.example" },
    });
  });

  dbTest("no hour that clocks skip", async ({ db }) => {
    const values = { ...typed, title: "Trial", minutes: "20", day: "2026-10-04", time: "02:30" };
    expect(await add(db, "appointment", values)).toMatchObject({
      errors: { time: "Clocks skip that hour that night. Choose another time." },
    });
  });

  dbTest("nothing over another entry unless that was confirmed", async ({ db }) => {
    await anEntry(db);
    const block = { title: "Practice", day: "2026-03-12", time: "10:30", untilTime: "11:30" };
    const refused = await add(db, "block", block);
    expect(refused).toMatchObject({ ok: false, reason: "overlaps" });
    const overlaps = "overlaps" in refused ? refused.overlaps : [];
    expect(overlapsInWords(overlaps, NOW)).toEqual([
      "Thu 12 Mar, 10:00 am: Voice and piano, 60 minutes, Ada Visitor",
    ]);
    expect(
      await add(db, "block", { ...block, anyway: askedBy(refused).join("\r\n") }),
    ).toMatchObject({ ok: true, entry: { kind: "block", firm: false } });
  });

  dbTest.for([
    ["00:00", "2026-03-12T13:00:00Z"],
    ["01:00", "2026-03-12T14:00:00Z"],
    ["23:30", "2026-03-12T12:30:00Z"],
  ] as const)("a gig from eight in the evening until %s", async ([untilTime, endsAt], { db }) => {
    const gig = { title: "Gig", day: "2026-03-12", time: "20:00", untilTime };
    expect(await add(db, "block", gig)).toMatchObject({
      entry: { startsAt: new Date("2026-03-12T09:00:00Z"), endsAt: new Date(endsAt) },
    });
  });

  dbTest("days away from midnight to midnight, across a clock change", async ({ db }) => {
    const away = { day: "2026-04-04", untilDay: "2026-04-06", title: "" };
    expect(await add(db, "away", away)).toMatchObject({
      entry: {
        kind: "away",
        title: "Away",
        startsAt: new Date("2026-04-03T13:00:00Z"),
        endsAt: new Date("2026-04-06T14:00:00Z"),
      },
    });
  });

  dbTest.for<[EntryKind, Record<string, string>, string]>([
    ["block", { title: "", day: "2026-03-12", time: "10:00", untilTime: "11:00" }, "title"],
    ["block", { title: "A", day: "2026-03-12", time: "10:00", untilTime: "10:00" }, "untilTime"],
    ["block", { title: "A", day: "12 March", time: "10:00", untilTime: "11:00" }, "day"],
    ["away", { day: "2026-03-12", untilDay: "2026-03-11" }, "untilDay"],
    ["away", { day: "2026-03-12", untilDay: "2029-03-12" }, "untilDay"],
    ["away", { day: "9999-12-31", untilDay: "9999-12-31" }, "day"],
    ["appointment", { ...typed, title: "A", minutes: "0" }, "minutes"],
    ["appointment", { ...typed, title: "A", minutes: "20", price: "a lot" }, "price"],
    ["appointment", { ...typed, title: "A", minutes: "20", clientEmail: "ada" }, "clientEmail"],
    ["appointment", { ...typed, title: "A", minutes: "20", clientName: " " }, "clientName"],
    ["appointment", { ...typed, serviceId: "nobody's" }, "serviceId"],
  ])("no %s with a wrong %o", async ([kind, values, field], { db }) => {
    const result = await add(db, kind, values);
    expect(Object.keys("errors" in result ? result.errors : {})).toContain(field);
    expect(await db.$count(diaryEntries)).toBe(0);
  });
});

dbTest(
  "free times are suggested from a day on, two of each day, without notice",
  async ({ db }) => {
    await anOpenWeek(db);
    const service = await aLesson(db);
    await anEntry(db);
    const days = async (day: string | null) =>
      (await suggestStarts(db, owner, service, { day }, NOW)).slice(0, 3);
    const fromNow = [NOW, minutesLater(NOW, 60), new Date("2026-03-10T22:00:00Z")];
    expect(await days(null)).toEqual(fromNow);
    // After the lesson from ten to eleven, and what is kept free after it.
    expect(await days("2026-03-12")).toEqual([later(75), later(135), later(1380)]);
  },
);

dbTest("to a lesson that moves, times are suggested in which all of it fits", async ({ db }) => {
  await anOpenWeek(db);
  const service = await aLesson(db);
  const moving = await anEntry(db, { startsAt: later(1440), endsAt: later(1440 + 120) });
  // Free from nine to half past ten: an hour fits, two do not.
  await anEntry(db, { startsAt: later(30) });
  const suggest = (of: object) =>
    suggestStarts(db, owner, service, { day: "2026-03-12", ...of }, NOW);
  expect((await suggest({}))[0]).toEqual(later(-60));
  expect((await suggest({ moving }))[0]).toEqual(later(105));
});
