import { expect } from "vitest";
import { countUninvoiced } from "#app/features/appointments/session-invoices.server.ts";
import { startOfDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { anEntry, aSource } from "#tests/support/diary.ts";
import { aQuote, owner } from "#tests/support/factories.ts";
import type { TaskRules } from "./task-group.server.ts";
import { getTasks } from "./tasks.server.ts";

/** Noon on Tuesday, 10 March 2026 in Melbourne. */
const now = new Date("2026-03-10T01:00:00Z");
const rules: TaskRules = { cutOff: (day) => day, balanceOf: () => null, hoursOf: () => null };
const today = (db: Parameters<typeof getTasks>[0]) =>
  getTasks(db, owner, { since: null, now, rules });

dbTest("what takes whole days is named without an hour", async ({ db }) => {
  const [day, after] = ["2026-03-12", "2026-03-13"].map(startOfDay) as [Date, Date];
  await anEntry(db, { startsAt: new Date(day.getTime() + 36e6) });
  const whole = { kind: "event", firm: false, startsAt: day, endsAt: after } as const;
  await anEntry(db, { ...whole, title: "Gala" });
  const [clashes] = await today(db);
  expect(clashes).toMatchObject({
    kind: "clashes",
    tasks: [{ when: { day: "2026-03-12", isAllDay: true } }],
  });
});

dbTest("what is left of today in the diary comes first, then what to decide", async ({ db }) => {
  const hour = 3_600_000;
  const inHours = (hours: number) => new Date(now.getTime() + hours * hour);
  await anEntry(db, { startsAt: inHours(-3) });
  await anEntry(db, { startsAt: inHours(-0.5), student: "Bo" });
  await anEntry(db, { startsAt: inHours(3), clientName: "Cy", placeDetails: "Kew" });
  await anEntry(db, { startsAt: inHours(3.5), clientName: "Di", kind: "event", firm: false });
  await anEntry(db, { startsAt: inHours(30), state: "requested", clientName: "Eve" });
  const lines = (await today(db)).map(({ kind, tasks }) => [kind, tasks.map(({ who }) => who)]);
  expect(lines).toEqual([
    ["today", ["Bo", "Cy", "Di"]],
    ["requests", ["Eve"]],
    ["clashes", ["Di"]],
  ]);
  const [bo, cy] = (await today(db))[0]!.tasks;
  expect([bo!.when, cy!.when, cy!.what]).toEqual([
    { word: "until", at: inHours(0.5) },
    { at: inHours(3) },
    "Voice and piano, 60 minutes, Kew",
  ]);
});

dbTest("an assistant is told of the diary, but of no quote and no money", async ({ db }) => {
  const quote = await aQuote(db, { acceptedAt: now });
  await anEntry(db, { startsAt: new Date(now.getTime() + 3_600_000), quoteId: quote.id });
  const found = await getTasks(db, { ...owner, role: "assistant" }, { since: null, now, rules });
  expect(found).toMatchObject([{ kind: "today", tasks: [{ to: `/admin/quotes/${quote.id}` }] }]);
  expect((await today(db)).map(({ kind }) => kind)).toEqual(["today", "accepted"]);
});

dbTest(
  "one of many strangers is a request until its time has come; other spam is none",
  async ({ db }) => {
    const asked = { state: "requested", firm: false } as const;
    const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
    for (const [clientName, spamReason, hours] of [
      ["Ann", "many", 30],
      ["Bo", "many", -30],
      ["Cy", "links", 30],
    ] as const)
      await anEntry(db, { ...asked, clientName, spamReason, startsAt: inHours(hours) });
    const [requests] = await today(db);
    expect(requests).toMatchObject({ kind: "requests", tasks: [{ who: "Ann" }], total: 1 });
  },
);

moneyTest(
  "a session that is done and was not invoiced is a task with its price",
  async ({ db }) => {
    const startsAt = new Date("2026-03-05T01:00:00Z");
    await anEntry(db, { state: "done", startsAt, createdAt: startsAt, clientEmail: null });
    expect(await today(db)).toMatchObject([
      {
        kind: "sessions",
        tasks: [{ who: "Ada Visitor", what: expect.stringMatching(/A\$95\.00$/) }],
      },
    ]);
  },
);

moneyTest("all that are not invoiced are counted, here and under Money", async ({ db }) => {
  const count = 101;
  for (let hours = 1; hours <= count; hours++) {
    const startsAt = new Date(now.getTime() - (hours + 48) * 3_600_000);
    const busyUntil = new Date(startsAt.getTime() + 3_600_000);
    await anEntry(db, { state: "done", startsAt, busyUntil, createdAt: startsAt });
  }
  expect(await countUninvoiced(db, owner, now)).toBe(count);
  const [sessions] = await today(db);
  expect(sessions).toMatchObject({ kind: "sessions", total: count });
});

dbTest("online sessions without a link are named until the day after tomorrow", async ({ db }) => {
  const online = { kind: "appointment", place: "online", placeDetails: "" } as const;
  const onDay = (day: string) => new Date(`${day}T06:00:00Z`);
  await anEntry(db, { ...online, startsAt: onDay("2026-03-10"), clientName: "Ann" });
  await anEntry(db, { ...online, startsAt: onDay("2026-03-12"), clientName: "Cy" });
  await anEntry(db, { ...online, startsAt: onDay("2026-03-11"), clientName: "Bo" });
  await anEntry(db, { ...online, startsAt: onDay("2026-03-13"), clientName: "Di" });
  await anEntry(db, {
    ...online,
    startsAt: new Date("2026-03-11T08:00:00Z"),
    placeDetails: "https://meet.example/eve",
  });
  await anEntry(db, { ...online, startsAt: new Date("2026-03-12T08:00:00Z"), state: "cancelled" });
  await anEntry(db, { ...online, startsAt: onDay("2026-03-12"), state: "requested", firm: false });
  const groups = (await today(db)).filter(({ kind }) => kind === "today" || kind === "links");
  const lines = groups.map(({ kind, tasks }) => [
    kind,
    tasks.map(({ who, urgent }) => [who, urgent]),
  ]);
  expect(lines).toEqual([
    ["today", [["Ann", "No link yet"]]],
    [
      "links",
      [
        ["Bo", null],
        ["Cy", null],
      ],
    ],
  ]);
  expect(groups[1]!.total).toBe(2);
});

dbTest("a calendar that fails for half an hour is a task", async ({ db }) => {
  const failingSince = new Date(now.getTime() - 1_800_000);
  await aSource(db, { failingSince, error: "It answered 404." });
  expect(await today(db)).toMatchObject([
    { kind: "calendars", tasks: [{ who: "Family", what: "It answered 404." }] },
  ]);
});
