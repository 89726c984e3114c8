import { createElement } from "react";
import { describe, expect } from "vitest";
import { bookAppointment } from "#app/features/appointments/book.server.ts";
import { cancelAppointment } from "#app/features/appointments/changes.server.tsx";
import { asOwner, type Entry } from "#app/features/diary/model.ts";
import { queueUnverifiedEmail } from "#app/features/email/throttle.server.tsx";
import { exportPerson } from "#app/features/privacy/queries.server.ts";
import type { Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, waitingList } from "#app/server/database/tables.server.ts";
import { melbourneZone } from "#app/values/calendar.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aBookingOf, aLesson, anEntry, anOpenWeek, minutesLater } from "#tests/support/diary.ts";
import { THURSDAY_TEN } from "#tests/support/diary.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { eraseAda } from "#tests/support/privacy.ts";
import { weekdayNames } from "#app/features/services/hours.ts";
import {
  endWaitingUrl,
  joinWaitingList,
  leaveWaitingList,
  readEndWaitingUrl,
  tellWaiting,
} from "./commands.server.tsx";
import { isWished, type Wish } from "./model.ts";

/* Thursday 12 March 2026 is open from ten to eleven, and taken; NOW is Tuesday, 1:00 pm in Melbourne. */

const hour = (count: number) => minutesLater(NOW, count * 60);

const wish: Wish = {
  zone: melbourneZone,
  weekdays: [...weekdayNames],
  timeOfDay: "any",
  fromDay: "2026-03-12",
  untilDay: "2026-03-12",
};

async function aTakenDay(db: Db): Promise<{ service: Service; entry: Entry }> {
  await anOpenWeek(db, "10:00", "11:00");
  const service = await aLesson(db);
  return { service, entry: await anEntry(db, { serviceId: service.id }) };
}

const wait = (db: Db, service: Service, who = "bo", given: Partial<Wish> = {}, info = {}) =>
  db.transaction((tx) =>
    joinWaitingList(
      tx,
      { ...wish, email: who.includes("@") ? who : `${who}@visitor.example`, service, ...given },
      { ...genuineSubmission, ...info },
    ),
  );

const free = (db: Db, { id }: Entry, now = NOW) =>
  cancelAppointment(db, asOwner(owner), { id }, now);

const take = (db: Db, { id }: Service) =>
  anEntry(db, { serviceId: id, clientEmail: "x@y.example" });

const told = async (db: Db) =>
  (await db.select().from(emails).orderBy(emails.createdAt))
    .filter(({ kind }) => kind === "free-times")
    .map(({ recipient }) => recipient);

describe("a time that frees up", () => {
  onBoth("is told to all who wait for it, and whoever books first has it", async ({ db }) => {
    const { service, entry } = await aTakenDay(db);
    for (const who of ["bo", "cleo", "dan"]) await wait(db, service, who);
    await tellWaiting(db, NOW);
    expect(await told(db)).toEqual([]);
    await free(db, entry);
    await Promise.all([tellWaiting(db, hour(1)), tellWaiting(db, hour(1))]);
    const everybody = ["bo", "cleo", "dan"].map((who) => `${who}@visitor.example`);
    expect((await told(db)).toSorted()).toEqual(everybody);
    const all = await db.select().from(emails);
    const email = all.find(({ kind }) => kind === "free-times");
    expect(email).toMatchObject({
      subject: "A time has come free: Voice and piano, 60 minutes",
      text: expect.stringMatching(
        /Thu 12 Mar, 10:00 am Melbourne \(AEDT\)[^]*\/book\/voice-piano\/60-minutes\/20260311T2300Z\?/,
      ),
      unsubscribeUrl: expect.stringContaining("/waiting/end?who="),
    });
    const booked = await Promise.all(
      ["bo@visitor.example", "dan@visitor.example"].map((address) =>
        db.transaction((tx) =>
          bookAppointment(tx, aBookingOf(service, { email: address }), genuineSubmission),
        ),
      ),
    );
    expect(booked.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    await tellWaiting(db, hour(2));
    expect(await db.$count(waitingList)).toBe(2);
  });

  dbTest(
    "is told by day, at most once a day, and once more when it is free again",
    async ({ db }) => {
      const { service, entry } = await aTakenDay(db);
      await wait(db, service, "bo", { untilDay: "2026-03-13" });
      await free(db, entry);
      const [evening, morning] = [hour(7), hour(20)];
      await tellWaiting(db, evening);
      expect(await told(db)).toEqual([]);
      await tellWaiting(db, minutesLater(morning, -1));
      expect(await told(db)).toEqual([]);
      // Wednesday 9:00 am is 25 hours before; the lesson asks for 24.
      await tellWaiting(db, morning);
      expect(await told(db)).toHaveLength(1);
      await db.delete(waitingList);
      await wait(db, service, "cleo", { untilDay: "2026-03-13" });
      const friday = await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, 1440) });
      await tellWaiting(db, minutesLater(morning, 1));
      await free(db, friday, minutesLater(morning, 2));
      await tellWaiting(db, minutesLater(morning, 3));
      expect(await told(db)).toEqual(["bo@visitor.example", "cleo@visitor.example"]);
      const again = await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, 1440) });
      await tellWaiting(db, minutesLater(morning, 4));
      await free(db, again, minutesLater(morning, 5));
      await tellWaiting(db, minutesLater(morning, 6));
      expect(await told(db)).toHaveLength(2);
    },
  );

  dbTest(
    "that was taken before anybody could be told, or is too close, is no news",
    async ({ db }) => {
      const { service, entry } = await aTakenDay(db);
      await wait(db, service);
      await free(db, entry, hour(7));
      await tellWaiting(db, hour(7));
      const other = await take(db, service);
      await tellWaiting(db, hour(20));
      await free(db, other, hour(22));
      await tellWaiting(db, hour(22));
      expect(await told(db)).toEqual([]);
    },
  );

  dbTest("is told once a day to an address that waits twice", async ({ db }) => {
    const { service, entry } = await aTakenDay(db);
    await wait(db, service, "bo");
    await wait(db, service, "Bo", { timeOfDay: "morning" });
    await free(db, entry);
    for (const now of [NOW, hour(1)]) await tellWaiting(db, now);
    expect(await told(db)).toEqual(["bo@visitor.example"]);
  });
});

dbTest(
  "a mailbox with three emails of the last hour is told once it may have one",
  async ({ db }) => {
    const { service, entry } = await aTakenDay(db);
    await wait(db, service);
    const email = { kind: "newsletter-confirm", recipient: "bo@visitor.example" } as const;
    for (const subject of ["One", "Two", "Three"])
      await db.transaction((tx) =>
        queueUnverifiedEmail(tx, { ...email, subject, body: createElement("p") }, NOW),
      );
    await free(db, entry);
    await tellWaiting(db, NOW);
    expect(await told(db)).toEqual([]);
    for (const minutes of [59, 60, 61]) await tellWaiting(db, minutesLater(NOW, minutes));
    expect(await told(db)).toEqual(["bo@visitor.example"]);
  },
);

describe("the waiting list", () => {
  dbTest("keeps nobody whose days are over, who has left, or who is a bot", async ({ db }) => {
    const { service } = await aTakenDay(db);
    await wait(db, service, "bot", {}, { spamReason: "honeypot" });
    await wait(db, service, "bo");
    await wait(db, service, "cleo", { untilDay: "2026-03-11" });
    const [bo] = await db.select().from(waitingList).orderBy(waitingList.email);
    expect(await db.$count(waitingList)).toBe(2);
    const url = endWaitingUrl(bo!.id);
    expect(readEndWaitingUrl(url)).toBe(bo!.id);
    expect(readEndWaitingUrl(url.replace(bo!.id, service.id))).toBeNull();
    await leaveWaitingList(db, bo!.id);
    await leaveWaitingList(db, bo!.id);
    await tellWaiting(db, hour(48));
    expect(await db.$count(waitingList)).toBe(0);
  });

  dbTest("has three wishes of an address for a service, the newest", async ({ db }) => {
    const { service } = await aTakenDay(db);
    for (const index of [0, 1, 2, 3])
      await wait(
        db,
        service,
        index % 2 ? "bo" : "Bo",
        { zone: `Etc/GMT+${index}` },
        { now: hour(index) },
      );
    const left = await db.select().from(waitingList).orderBy(waitingList.createdAt);
    expect(left.map(({ zone }) => zone)).toEqual(["Etc/GMT+1", "Etc/GMT+2", "Etc/GMT+3"]);
  });
});

describe("a wish", () => {
  dbTest("is of days and hours by the clocks of whoever has it", () => {
    const times = (given: Partial<Wish>) => isWished({ ...wish, ...given }, THURSDAY_TEN);
    expect(times({ weekdays: ["Thursday"], timeOfDay: "morning" })).toBe(true);
    expect(times({ timeOfDay: "afternoon" })).toBe(false);
    expect(times({ weekdays: ["Wednesday", "Friday"] })).toBe(false);
    expect(times({ untilDay: "2026-03-11" })).toBe(false);
    const london = { zone: "Europe/London", fromDay: "2026-03-11", weekdays: ["Wednesday"] };
    expect(times({ ...london, timeOfDay: "evening" })).toBe(true);
    expect(times({ ...london, timeOfDay: "morning" })).toBe(false);
  });
});

dbTest("a wish is in its person's export, and gone once she is erased", async ({ db }) => {
  const { service } = await aTakenDay(db);
  for (const who of ["Ada", "bo"]) await wait(db, service, `${who}@client.example`);
  const person = { address: "ada@client.example" };
  expect(await exportPerson(db, owner, person, NOW)).toMatchObject({
    waiting: [{ email: "Ada@client.example" }],
  });
  await eraseAda(db);
  expect(await db.select().from(waitingList)).toMatchObject([{ email: "bo@client.example" }]);
});
