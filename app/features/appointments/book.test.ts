import { and, eq, ne } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, services } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  aBookingOf,
  aLesson,
  anEntry,
  anOpenWeek,
  busyElsewhere,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { aBooking, aQuote, genuineSubmission, NOW } from "#tests/support/factories.ts";
import { type Booking, bookAppointment } from "./book.server.ts";

const book = (db: Db, service: Service, given: Partial<Booking> = {}, info = genuineSubmission) =>
  db.transaction((tx) => bookAppointment(tx, aBookingOf(service, given), info));

async function theService(db: Db, given: Parameters<typeof aLesson>[1] = {}) {
  await anOpenWeek(db);
  return aLesson(db, given);
}

const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);
const laterDays = (days: number) => later(days * 1440);
const reasonOf = (result: Awaited<ReturnType<typeof book>>) =>
  result.ok ? result.entry.state : result.reason;

describe("a visitor books", () => {
  dbTest("a free time, with its buffers and its price of that day", async ({ db }) => {
    const service = await theService(db, { bufferBefore: 5 });
    const result = await book(db, service, { note: "My first lesson", zone: "Europe/London" });
    expect(result).toMatchObject({
      ok: true,
      entry: {
        kind: "appointment",
        state: "booked",
        firm: true,
        startsAt: THURSDAY_TEN,
        endsAt: later(60),
        busyFrom: later(-5),
        busyUntil: later(75),
        price: 95_00,
        title: service.name,
        place: "studio",
        placeDetails: "12 Sample Street, Kew",
        note: "My first lesson",
        student: null,
        zone: "Europe/London",
        token: expect.stringMatching(/^[\w-]{22}$/),
      },
    });
  });

  dbTest("and the activity log says so", async ({ db }) => {
    await book(db, await theService(db));
    const [entry, ...others] = await db.select().from(auditEntries);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      actor: "client",
      action: "booked",
      subjectKind: "appointment",
      label: "Voice and piano, 60 minutes, Ada Visitor",
      before: null,
      after: { state: "booked", startsAt: THURSDAY_TEN.toISOString() },
    });
  });

  dbTest("at the client's place, which is then that address", async ({ db }) => {
    const service = await theService(db, { place: "client", placeDetails: "" });
    const result = await book(db, service, { address: "3 Hill Road, Kew" });
    expect(result).toMatchObject({ entry: { place: "client", placeDetails: "3 Hill Road, Kew" } });
  });

  dbTest("what the owner confirms each time: a request that takes the time", async ({ db }) => {
    const service = await theService(db, { onRequest: true });
    expect(reasonOf(await book(db, service))).toBe("requested");
    expect(reasonOf(await book(db, service, { email: "cy@visitor.example" }))).toBe("taken");
  });

  dbTest.for<[string, Partial<Booking>, string]>([
    ["a time that is taken", { start: later(45) }, "taken"],
    ["a time within the buffer of another", { start: later(60) }, "taken"],
    ["the first time after the buffer of another", { start: later(75) }, "booked"],
    ["a time before another that its own buffer reaches into", { start: later(-60) }, "taken"],
    ["a time that has passed", { start: laterDays(-7) }, "past"],
    ["a time sooner than the notice", { start: later(-1440) }, "past"],
    ["a time before the hours", { start: later(-120) }, "outside"],
    ["a time that is not offered", { start: later(77) }, "outside"],
    ["a time too far ahead", { start: laterDays(70) }, "outside"],
  ])("%s: %o", async ([, given, answer], { db }) => {
    const service = await theService(db);
    await book(db, service);
    expect(reasonOf(await book(db, service, { email: "cy@visitor.example", ...given }))).toBe(
      answer,
    );
  });

  dbTest("nothing of a service that is not active, or has no price", async ({ db }) => {
    const service = await theService(db);
    const write = (values: Partial<Service>) => db.update(services).set(values);
    await write({ active: false });
    expect(reasonOf(await book(db, service))).toBe("outside");
    await write({ active: true, price: null, minutes: 50 });
    expect(reasonOf(await book(db, service))).toBe("outside");
  });

  dbTest("no more of a service on one day than the owner takes", async ({ db }) => {
    const service = await theService(db, { mostPerDay: 1 });
    await book(db, service);
    expect(reasonOf(await book(db, service, { start: later(120) }))).toBe("taken");
    expect(reasonOf(await book(db, service, { start: laterDays(1) }))).toBe("booked");
  });

  dbTest(
    "nothing over an entry that is not firm, or a time of another calendar",
    async ({ db }) => {
      const service = await theService(db);
      await anEntry(db, { firm: false });
      await busyElsewhere(db, later(180), later(240));
      expect(reasonOf(await book(db, service))).toBe("taken");
      expect(reasonOf(await book(db, service, { start: later(180) }))).toBe("taken");
    },
  );

  dbTest("a time whose card was not paid within a quarter of an hour", async ({ db }) => {
    const service = await theService(db);
    await anEntry(db, { state: "held", heldUntil: minutesLater(NOW, 1) });
    expect(reasonOf(await book(db, service))).toBe("taken");
    const info = { ...genuineSubmission, now: minutesLater(NOW, 1) };
    expect(reasonOf(await book(db, service, {}, info))).toBe("booked");
  });
});

describe("the same form sent twice", () => {
  dbTest("is one booking, and answers with it", async ({ db }) => {
    const service = await theService(db);
    const send = () => book(db, service, { key: "a-key" });
    const [first, second] = [await send(), await send()];
    expect(first).toMatchObject({ ok: true });
    expect(second).toEqual(first);
    expect([await db.$count(diaryEntries), await db.$count(auditEntries)]).toEqual([1, 1]);
  });

  dbTest("without its key tells nobody the link of what is booked", async ({ db }) => {
    const service = await theService(db);
    await book(db, service, { key: "a-key" });
    expect(await book(db, service)).toEqual({ ok: false, reason: "taken" });
    expect(await book(db, service, { key: "another-key" })).toEqual({ ok: false, reason: "taken" });
  });
});

describe("an address that is new here", () => {
  const bookThree = async (db: Db, service: Service) => {
    for (const days of [0, 1, 2]) await book(db, service, { start: laterDays(days) });
  };

  dbTest("has three appointments ahead at most, however it is written", async ({ db }) => {
    const service = await theService(db);
    await bookThree(db, service);
    const fourth = { start: laterDays(3), email: "Ada@Visitor.example" };
    expect(await book(db, service, fourth)).toEqual({ ok: false, reason: "too-many" });
    await db
      .update(diaryEntries)
      .set({ state: "cancelled" })
      .where(eq(diaryEntries.startsAt, laterDays(1)));
    expect(reasonOf(await book(db, service, fourth))).toBe("booked");
  });

  dbTest("has three with all the addresses of its mailbox", async ({ db }) => {
    const service = await theService(db);
    const addresses = ["ada.v@gmail.com", "adav+1@gmail.com", "AdaV@googlemail.com"];
    for (const [days, email] of addresses.entries())
      expect(reasonOf(await book(db, service, { start: laterDays(days), email }))).toBe("booked");
    const fourth = { start: laterDays(3), email: "a.d.a.v+x@gmail.com" };
    expect(reasonOf(await book(db, service, fourth))).toBe("too-many");
  });

  const pasts: [string, (db: Db) => Promise<unknown>, boolean][] = [
    ["who had a session", (db) => anEntry(db, { state: "done", startsAt: laterDays(-30) }), true],
    ["who missed one", (db) => anEntry(db, { state: "no-show", startsAt: laterDays(-30) }), false],
    [
      "who accepted a quote",
      (db) => aQuote(db, { clientEmail: "ADA@visitor.example", acceptedAt: NOW }),
      true,
    ],
    ["who has a quote", (db) => aQuote(db, { clientEmail: "ada@visitor.example" }), false],
    [
      "with an exam booked",
      (db) => aBooking(db, { contactEmail: "ada@visitor.example", status: "booked" }),
      true,
    ],
    [
      "who asked about an exam",
      (db) => aBooking(db, { contactEmail: "ada@visitor.example" }),
      false,
    ],
  ];
  dbTest.for(pasts)("%s", async ([, past, isKnown], { db }) => {
    const service = await theService(db);
    await bookThree(db, service);
    await past(db);
    const fourth = reasonOf(await book(db, service, { start: laterDays(3) }));
    expect(fourth).toBe(isKnown ? "booked" : "too-many");
  });
});

describe("suspected spam", () => {
  const spam = { spamReason: "links", now: NOW } as const;

  dbTest("waits for the owner, takes no time and is not told of", async ({ db }) => {
    const service = await theService(db);
    const result = await book(db, service, {}, spam);
    expect(result).toMatchObject({
      ok: true,
      entry: { state: "requested", firm: false, spamReason: "links" },
    });
    expect(await db.$count(auditEntries)).toBe(0);
    expect(reasonOf(await book(db, service))).toBe("booked");
  });

  dbTest("is answered as if it were booked where the time is taken, too", async ({ db }) => {
    const service = await theService(db);
    await book(db, service);
    expect(reasonOf(await book(db, service, {}, spam))).toBe("requested");
    const genuine = and(eq(diaryEntries.state, "booked"), ne(diaryEntries.firm, false));
    expect(await db.$count(diaryEntries, genuine)).toBe(1);
  });
});
