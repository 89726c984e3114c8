import { asc, eq, gt } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Service } from "#app/features/services/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aBookingOf, aLesson, anEntry, anOpenWeek, minutesLater } from "#tests/support/diary.ts";
import { anInvoice, genuineSubmission, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { type Booking, bookAppointment } from "./book.server.ts";
import { moveAppointment, editEntry } from "./changes.server.tsx";
import { asClient, type Entry } from "#app/features/diary/model.ts";
import { confirmRequest } from "./finish.server.ts";
import { cancelAlike, isProven, listAlike } from "./strangers.server.ts";

/* Who may fill the week. */

const MONDAY_NINE = new Date("2026-03-15T22:00:00Z");
const hour = (count: number, day = 0) => minutesLater(MONDAY_NINE, count * 60 + day * 1440);

const theLesson = async (db: Db, until = "17:00") => {
  await anOpenWeek(db, "09:00", until);
  return aLesson(db, { bufferAfter: 0, step: 60 });
};

async function book(db: Db, service: Service, given: Partial<Booking>, now = NOW) {
  const booking = aBookingOf(service, { start: MONDAY_NINE, ...given });
  const info = { ...genuineSubmission, now };
  const result = await db.transaction((tx) => bookAppointment(tx, booking, info));
  return result.ok ? (result.entry.spamReason ?? result.entry.state) : result.reason;
}

/** A session that was done before. */
const wasHere = (db: Db, clientEmail: string, token: string | null = null) =>
  anEntry(db, { state: "done", startsAt: minutesLater(NOW, -1440), clientEmail, token });

const stranger = (count: number) => ({ name: `Visitor ${count}`, email: `v${count}@new.example` });

describe("a mailbox", () => {
  dbTest("has three sessions ahead for each person, and ten in all", async ({ db }) => {
    const service = await theLesson(db);
    const answers: string[] = [];
    for (const [index, student] of ["Ava", "Ben", "Cleo", "Dot"].entries())
      for (let week = 0; week < 3; week++)
        answers.push(await book(db, service, { student, start: hour(index, week * 7) }));
    expect(answers).toEqual([...Array(10).fill("booked"), "too-many", "too-many"]);
    expect(await book(db, service, { student: "ava ", start: hour(6) })).toBe("too-many");
  });

  dbTest("that is known has ten in all, whoever types it", async ({ db }) => {
    const service = await theLesson(db);
    await anEntry(db, { state: "done", startsAt: minutesLater(NOW, -40 * 1440) });
    const answers: string[] = [];
    for (let week = 0; week < 11; week++)
      answers.push(await book(db, service, { start: hour(week % 8, 1 + Math.floor(week / 8)) }));
    expect(answers).toEqual([...Array(10).fill("booked"), "too-many"]);
  });

  dbTest("is not known by a session that was done by the clock and is not paid", async ({ db }) => {
    const service = await theLesson(db);
    await theBusiness(db);
    const { id: salesInvoiceId } = await anInvoice(db);
    const startsAt = minutesLater(NOW, -40 * 1440);
    await anEntry(db, { state: "done", startsAt, salesInvoiceId });
    const answers: string[] = [];
    for (let day = 0; day < 4; day++)
      answers.push(await book(db, service, { start: hour(0, day) }));
    expect(answers).toEqual(["booked", "booked", "booked", "too-many"]);
  });
});

describe("strangers", () => {
  dbTest(
    "of one network book six times, then once in four hours; more are requests",
    async ({ db }) => {
      const service = await theLesson(db);
      let visitors = 0;
      const bookFrom = (network: string, given: Partial<Booking> = {}, now = NOW) => {
        const start = hour(visitors % 8, Math.floor(visitors / 8));
        return book(db, service, { network, start, ...stranger(++visitors), ...given }, now);
      };
      for (let count = 0; count < 6; count++) expect(await bookFrom("a café's")).toBe("booked");
      expect(await bookFrom("a café's")).toBe("many");
      expect(await bookFrom("another")).toBe("booked");
      const email = "bo@client.example";
      await wasHere(db, email);
      expect(await bookFrom("a café's", { email })).toBe("booked");
      const fourHoursLater = minutesLater(NOW, 240);
      expect(await bookFrom("a café's", {}, fourHoursLater)).toBe("booked");
      expect(await bookFrom("a café's", {}, fourHoursLater)).toBe("many");
    },
  );

  dbTest("take a third of a week; more keep no time, wait and are told of", async ({ db }) => {
    const service = await theLesson(db, "12:00");
    const answers: string[] = [];
    for (let day = 0; day < 7; day++)
      answers.push(await book(db, service, { start: hour(0, day), ...stranger(day) }));
    expect(answers).toEqual(Array(7).fill("booked"));
    const notices = await db.$count(emails);
    expect(await book(db, service, { start: hour(1), ...stranger(8) })).toBe("many");
    const told = (await db.select().from(emails).orderBy(emails.createdAt)).slice(notices);
    expect(told).toMatchObject([{ kind: "appointment-notice", invitation: null }]);
    expect(told[0]!.text).toMatch(/keeps\s+no\s+time\s+until/);
    expect(told[0]!.text).not.toContain("Your client was told");
    await wasHere(db, "ada@visitor.example");
    expect(await book(db, service, { start: hour(1) })).toBe("booked");
    expect(await book(db, service, { start: hour(1, 7), ...stranger(9) })).toBe("booked");
  });

  dbTest("move no more into a week than they could book there", async ({ db }) => {
    const service = await theLesson(db, "12:00");
    for (let day = 0; day < 7; day++) {
      await book(db, service, { start: hour(0, day), ...stranger(day) });
      await book(db, service, { start: hour(0, day + 7), ...stranger(day) });
    }
    const isLater = gt(diaryEntries.startsAt, hour(0, 7));
    const all = db.select().from(diaryEntries).where(isLater);
    const later = await all.orderBy(diaryEntries.startsAt);
    const [first, second, third] = later as [Entry, Entry, Entry];
    const move = async (token: string | null, start: Date) => {
      const moved = await moveAppointment(db, asClient, { token: token!, start }, NOW);
      return moved.ok || moved.reason;
    };
    for (const token of [first.pageToken, first.token])
      expect(await move(token, hour(1))).toBe("too-many");
    expect(await move(first.pageToken, hour(1, 7))).toBe(true);
    // A known client by the emailed link, and whom the owner has said is real, may.
    await wasHere(db, second.clientEmail!);
    expect(await move(second.pageToken, hour(1, 1))).toBe(true);
    expect(await move(second.token, hour(2, 1))).toBe(true);
    const fields = { ownerNote: "A friend of Mei's" };
    await editEntry(db, owner, { id: third.id, version: 1, fields }, NOW);
    expect(await move(third.pageToken, hour(1, 2))).toBe(true);
  });

  dbTest("are none whom the owner has said is real", async ({ db }) => {
    const service = await theLesson(db, "10:00");
    for (let day = 0; day < 3; day++)
      await book(db, service, { start: hour(0, day), ...stranger(day) });
    expect(await book(db, service, { start: hour(0, 3), ...stranger(3) })).toBe("many");
    const [first] = await db.select().from(diaryEntries).orderBy(diaryEntries.createdAt);
    const fields = { ownerNote: "A friend of Mei's" };
    await editEntry(db, owner, { id: first!.id, version: 1, fields }, NOW);
    expect(await book(db, service, { start: hour(0, 4), ...stranger(4) })).toBe("booked");
  });
});

describe("a link from an email", () => {
  const proof = "a-link-from-an-email__";
  /** Thirty hours of a week. */
  async function thirty(db: Db, service: Service, given: Partial<Booking>) {
    const answers: Record<string, number> = {};
    for (let count = 0; count < 30; count++) {
      const start = hour(count % 6, Math.floor(count / 6));
      const answer = await book(db, service, { start, network: "one", ...given });
      answers[answer] = (answers[answer] ?? 0) + 1;
    }
    return answers;
  }

  dbTest("has a known client book all she wants; her address alone books ten", async ({ db }) => {
    const service = await theLesson(db);
    await wasHere(db, "ann@client.example", proof);
    await wasHere(db, "bea@client.example");
    const typed = { name: "Bea", email: "bea@client.example" };
    expect(await thirty(db, service, typed)).toEqual({ booked: 10, "too-many": 20 });
    const linked = { name: "Ann", email: "Ann+lessons@client.example", proof };
    expect(await thirty(db, service, linked)).toEqual({ booked: 20, taken: 10 });
  });

  dbTest("has a family that is new here book ten, from whatever network", async ({ db }) => {
    const service = await theLesson(db);
    await anEntry(db, { token: proof, state: "cancelled" });
    for (let count = 0; count < 6; count++)
      await book(db, service, { network: "one", start: hour(7, count), ...stranger(count) });
    expect(await thirty(db, service, { proof })).toEqual({ booked: 10, "too-many": 20 });
  });

  dbTest("is none where it is another's, or the form's own answer", async ({ db }) => {
    const service = await theLesson(db);
    await wasHere(db, "ann@client.example", proof);
    await book(db, service, { email: "ann@client.example", start: hour(7) });
    const [answered] = await db.select().from(diaryEntries).where(eq(diaryEntries.state, "booked"));
    const ofAnn = { email: "ann@client.example", name: "Ann" };
    for (const wrong of [
      { ...ofAnn, proof: answered!.pageToken },
      { ...ofAnn, proof: "\0" },
      { email: "cy@client.example", proof },
    ])
      expect(await isProven(db, aBookingOf(service, wrong))).toBe(false);
    expect(await isProven(db, aBookingOf(service, { ...ofAnn, proof: answered!.token }))).toBe(
      true,
    );
  });
});

dbTest("typed addresses of known clients take two thirds of a week together", async ({ db }) => {
  const service = await theLesson(db, "12:00");
  const answers: string[] = [];
  for (let count = 0; count < 15; count++) {
    await wasHere(db, stranger(count).email);
    const start = hour(Math.floor(count / 7), count % 7);
    answers.push(await book(db, service, { start, ...stranger(count) }));
  }
  expect(answers).toEqual([...Array(14).fill("booked"), "many"]);
  await wasHere(db, "ann@client.example", "a-link-from-an-email__");
  const linked = { email: "ann@client.example", proof: "a-link-from-an-email__" };
  expect(await book(db, service, { start: hour(2, 1), ...linked })).toBe("booked");
});

/* Bookings that one stranger has made in bulk. */

let tokens = 0;
/** Booked by a form at so many minutes after NOW. */
const booked = (db: Db, day: number, clientEmail: string, minutes = 0, given = {}) =>
  anEntry(db, {
    startsAt: hour(0, day),
    clientEmail,
    createdAt: minutesLater(NOW, minutes),
    token: `token-${++tokens}`.padEnd(22, "_"),
    pageToken: `page-${tokens}`.padEnd(22, "_"),
    ...given,
  });
const idsOf = (entries: Entry[]) => entries.map(({ id }) => id);
const spam = { state: "requested", firm: false, spamReason: "many" } as const;

dbTest("what is alike is of the mailbox, or of strangers within the hour", async ({ db }) => {
  await booked(db, -40, "known@client.example", 0, { state: "done" });
  await booked(db, 6, "known@client.example");
  const first = await booked(db, 0, "x@new.example");
  const later = await booked(db, 1, "X+1@new.example", 120);
  const other = await booked(db, 2, "y@new.example", 59, spam);
  await booked(db, 3, "z@new.example", 61);
  await booked(db, 4, "x@new.example", 0, { pageToken: null });
  const confirmed = await booked(db, 5, "x@new.example", 0, { state: "requested" });
  await confirmRequest(db, owner, { id: confirmed.id, version: 1 }, NOW);
  const { ofAddress, ofHour } = await listAlike(db, owner, first, NOW);
  expect(idsOf(ofAddress)).toEqual(idsOf([first, later]));
  expect(idsOf(ofHour)).toEqual(idsOf([first, other]));
});

dbTest("all are cancelled at once, and nobody who typed an address is emailed", async ({ db }) => {
  const first = await booked(db, 0, "x@new.example");
  const second = await booked(db, 1, "y@new.example", 0, spam);
  const proven = await booked(db, 2, "ann@client.example", 0, { pageToken: null });
  const waiting = {
    kind: "appointment-booked",
    recipient: "x@new.example",
    subject: "",
    held: true,
  };
  await db.insert(emails).values({ ...waiting, text: "", html: "", appointmentId: first.id });
  const ticked = { id: first.id, ids: idsOf([first, second, proven]) };
  expect(await cancelAlike(db, owner, ticked, NOW)).toEqual({ ok: true, cancelled: 2 });
  expect(await db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt))).toMatchObject([
    { state: "cancelled", cancelledBy: "owner" },
    { state: "cancelled" },
    { state: "booked" },
  ]);
  const sent = await db.select().from(emails).orderBy(asc(emails.createdAt));
  expect(sent.filter(({ recipient }) => recipient.endsWith("new.example"))).toMatchObject([
    { state: "expired" },
  ]);
  expect(sent.filter(({ kind }) => kind === "appointment-notice")).toMatchObject([
    { invitation: expect.stringContaining("METHOD:CANCEL") },
  ]);
  const audited = await db.select().from(auditEntries).orderBy(auditEntries.id);
  expect(audited.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
    `${owner.email} cancelled`,
    `${owner.email} dismissed`,
  ]);
  expect(await cancelAlike(db, owner, ticked, NOW)).toEqual({ ok: false, reason: "changed" });
});

dbTest(
  "the owner gets one email about all, which names nobody as it is in the first one's records",
  async ({ db }) => {
    const people = ["Xena", "Yuri", "Zoe"].map((clientName, day) =>
      booked(db, day, `${clientName}@new.example`, 0, { clientName, student: null }),
    );
    const ids = idsOf(await Promise.all(people));
    await cancelAlike(db, owner, { id: ids[0]!, ids }, NOW);
    const [notice, ...others] = await db.select().from(emails);
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ kind: "appointment-notice", replyTo: null });
    expect(notice!.subject).toMatch(/^Cancelled: 3 sessions, 3 dates from /);
    for (const name of ["Xena", "Yuri", "Zoe"])
      expect(notice!.text + notice!.invitation).not.toContain(name);
    expect(notice!.invitation!.match(/BEGIN:VEVENT/g)).toHaveLength(3);
  },
);
