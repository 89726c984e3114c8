import { and, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { isDelayed } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  aBookingOf,
  aLesson,
  anEntry,
  anOpenWeek,
  askedBy,
  loggedActions,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { anEmail, genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { bookAppointment } from "./book.server.ts";
import { moveAppointment, cancelAppointment, editEntry, renewLink } from "./changes.server.tsx";
import { findEntry, newToken } from "#app/features/diary/entries.server.ts";
import { asClient, asOwner } from "#app/features/diary/model.ts";
import { findPublicAppointment } from "./public-appointment.server.ts";

/* What a client can change by the link, and the owner at any time. */

const token = "a-link-of-22-character";
const DAY = 1440;
/** The appointment of these tests begins a week after THURSDAY_TEN. */
const START = minutesLater(THURSDAY_TEN, 7 * DAY);
/** Two days and an hour before it. */
const IN_TIME = minutesLater(START, -49 * 60);
const later = (minutes: number) => minutesLater(START, minutes);
const byOwner = asOwner(owner);

async function theAppointment(db: Db, given: Parameters<typeof anEntry>[1] = {}, own = {}) {
  await anOpenWeek(db);
  const service = await aLesson(db, own);
  return anEntry(db, { startsAt: START, serviceId: service.id, token, ...given });
}

const move = (db: Db, start: Date, now = IN_TIME, version?: number) =>
  moveAppointment(db, asClient, { token, start, ...(version && { version }) }, now);
const cancel = (db: Db, now = IN_TIME) => cancelAppointment(db, asClient, { token }, now);
describe("a client moves an appointment", () => {
  dbTest("to a free time, with its length, buffers and price", async ({ db }) => {
    const { id } = await theAppointment(db);
    const result = await move(db, later(DAY));
    expect(result).toMatchObject({
      ok: true,
      entry: {
        id,
        startsAt: later(DAY),
        endsAt: later(DAY + 60),
        busyUntil: later(DAY + 75),
        price: 95_00,
        state: "booked",
        version: 2,
      },
    });
    expect(await loggedActions(db)).toEqual(["client moved"]);
  });

  dbTest("within its own time", async ({ db }) => {
    await theAppointment(db);
    expect(await move(db, later(30))).toMatchObject({ ok: true, entry: { startsAt: later(30) } });
  });

  dbTest("to a time that is taken meanwhile, and keeps the old one", async ({ db }) => {
    await theAppointment(db);
    await anEntry(db, { startsAt: later(DAY) });
    expect(await move(db, later(DAY))).toMatchObject({ ok: false, reason: "taken" });
    expect(await findEntry(db, { token })).toMatchObject({ startsAt: START, version: 1 });
    expect(await loggedActions(db)).toEqual([]);
  });

  dbTest.for([
    [later(-7 * DAY), "past"],
    [later(-180), "outside"],
    [later(70 * DAY), "outside"],
  ] as const)("not to %s: %s", async ([start, reason], { db }) => {
    await theAppointment(db);
    expect(await move(db, start)).toMatchObject({ ok: false, reason });
  });

  dbTest("twice by a double click, which is one move", async ({ db }) => {
    await theAppointment(db);
    await move(db, later(DAY), IN_TIME, 1);
    const again = await move(db, later(DAY), IN_TIME, 1);
    expect(again).toMatchObject({ ok: true, repeated: true, entry: { version: 2 } });
    expect(await loggedActions(db)).toEqual(["client moved"]);
  });

  dbTest("not in a tab that shows an older time", async ({ db }) => {
    const { id } = await theAppointment(db);
    await move(db, later(DAY), IN_TIME, 1);
    expect(await move(db, later(2 * DAY), IN_TIME, 1)).toEqual({ ok: false, reason: "changed" });
    expect(await findEntry(db, { id })).toMatchObject({ startsAt: later(DAY) });
  });

  dbTest("that the owner confirms each time, and so asks again", async ({ db }) => {
    await theAppointment(db, {}, { onRequest: true });
    expect(await move(db, later(DAY))).toMatchObject({
      ok: true,
      entry: { state: "requested", startsAt: later(DAY) },
    });
  });

  dbTest("that overlapped another one, and is firm at its new time", async ({ db }) => {
    await theAppointment(db, { firm: false });
    expect(await move(db, later(DAY))).toMatchObject({ ok: true, entry: { firm: true } });
  });

  dbTest("of no service only by asking the owner", async ({ db }) => {
    await theAppointment(db, { serviceId: null });
    expect(await move(db, later(DAY))).toMatchObject({ ok: false, reason: "by-owner" });
  });

  dbTest("not one that is cancelled, done or not there", async ({ db }) => {
    await theAppointment(db);
    for (const state of ["cancelled", "done", "no-show", "held"] as const) {
      await db.update(diaryEntries).set({ state });
      expect(await move(db, later(DAY))).toMatchObject({ ok: false, reason: "changed" });
    }
    await db.update(diaryEntries).set({ token: "another-link" });
    expect(await move(db, later(DAY))).toEqual({ ok: false, reason: "not-found" });
  });
});

describe("until the notice for changes", () => {
  const second = 1 / 60;
  // Clocks go back on Sunday 5 April 2026: the Monday after is 49 hours of the clock on the wall away.
  const overChange = new Date("2026-04-05T23:00:00Z");
  const cases = [START, overChange].flatMap((start) => [
    [start, -48 * 60, true] as const,
    [start, -48 * 60 - second, true] as const,
    [start, -48 * 60 + second, false] as const,
  ]);

  dbTest.for(cases)(
    "%s can be changed %d minutes from it: %s",
    async ([start, minutes, open], { db }) => {
      await theAppointment(db, { startsAt: start }, { notice: 0 });
      const now = minutesLater(start, minutes);
      expect((await move(db, minutesLater(start, DAY), now)).ok).toBe(open);
      await db
        .update(diaryEntries)
        .set({ startsAt: start, endsAt: minutesLater(start, 60), busyFrom: start });
      const cancelled = await cancel(db, now);
      expect(cancelled).toMatchObject(
        open ? { ok: true, entry: { cancelledLate: false } } : { ok: false, reason: "closed" },
      );
    },
  );

  dbTest("binds nobody but the client", async ({ db }) => {
    const { id } = await theAppointment(db);
    const now = later(-1);
    const moved = await moveAppointment(db, byOwner, { id, start: later(300) }, now);
    expect(moved).toMatchObject({ ok: true, entry: { startsAt: later(300) } });
    const cancelled = await cancelAppointment(db, byOwner, { id }, later(299));
    expect(cancelled).toMatchObject({
      ok: true,
      entry: { state: "cancelled", cancelledBy: "owner", cancelledLate: false },
    });
  });
});

describe("the owner moves an appointment", () => {
  dbTest("to any time, also outside the hours", async ({ db }) => {
    const { id } = await theAppointment(db);
    const result = await moveAppointment(db, byOwner, { id, start: later(-300) }, IN_TIME);
    expect(result).toMatchObject({ ok: true, entry: { startsAt: later(-300), firm: true } });
  });

  dbTest(
    "over another one when she has confirmed that, and it is then not firm",
    async ({ db }) => {
      const { id } = await theAppointment(db);
      const other = await anEntry(db, { startsAt: later(DAY), title: "Dentist", kind: "block" });
      const moving = { id, start: later(DAY + 30) };
      const refused = await moveAppointment(db, byOwner, moving, IN_TIME);
      expect(refused).toMatchObject({
        ok: false,
        reason: "overlaps",
        overlaps: [{ entry: { id: other.id }, title: "Dentist" }],
      });
      const seen = { ...moving, over: askedBy(refused) };
      const confirmed = await moveAppointment(db, byOwner, seen, IN_TIME);
      expect(confirmed).toMatchObject({ ok: true, entry: { firm: false } });
      const away = await moveAppointment(
        db,
        byOwner,
        { id, start: later(2 * DAY), over: "anything" },
        IN_TIME,
      );
      expect(away).toMatchObject({ ok: true, entry: { firm: true } });
    },
  );

  dbTest("over nothing that came there since she was asked", async ({ db }) => {
    const { id } = await theAppointment(db);
    const start = later(DAY + 30);
    await anEntry(db, { startsAt: later(DAY), title: "Dentist", kind: "block" });
    const refused = await moveAppointment(db, byOwner, { id, start }, IN_TIME);
    await anEntry(db, { startsAt: start, title: "Lunch", kind: "block", firm: false });
    const over = askedBy(refused);
    expect(await moveAppointment(db, byOwner, { id, start, over }, IN_TIME)).toMatchObject({
      reason: "overlaps",
      overlaps: [{ title: "Dentist" }, { title: "Lunch" }],
    });
  });
});

describe("cancelling", () => {
  dbTest("says by whom and why, frees the time, and happens once", async ({ db }) => {
    const { id } = await theAppointment(db);
    const cancelling = { token, reason: "I have a cold." };
    const first = await cancelAppointment(db, asClient, cancelling, IN_TIME);
    expect(first).toMatchObject({
      ok: true,
      entry: { state: "cancelled", cancelledBy: "client", cancelledAt: IN_TIME, version: 2 },
    });
    expect(await cancel(db)).toMatchObject({ ok: true, repeated: true });
    const [logged, ...others] = await db.select().from(auditEntries);
    expect(others).toEqual([]);
    expect(logged).toMatchObject({
      actor: "client",
      action: "cancelled",
      subjectId: id,
      before: { state: "booked" },
      after: { state: "cancelled", reason: "I have a cold." },
    });
    await anEntry(db, { startsAt: START });
  });

  dbTest("by the owner for a client who called late is the client's", async ({ db }) => {
    const { id } = await theAppointment(db);
    const late = await cancelAppointment(db, byOwner, { id, forClient: true }, later(-60));
    expect(late).toMatchObject({ ok: true, entry: { cancelledBy: "client", cancelledLate: true } });
  });

  dbTest("is refused for what is over, and for a link that leads nowhere", async ({ db }) => {
    await theAppointment(db, { state: "done" });
    expect(await cancel(db)).toMatchObject({ ok: false, reason: "changed" });
    expect(await cancelAppointment(db, asClient, { token: "x" }, IN_TIME)).toMatchObject({
      reason: "not-found",
    });
  });

  dbTest("is not for suspected spam, whose sender sees only that it was sent", async ({ db }) => {
    await theAppointment(db, { state: "requested", firm: false, spamReason: "links" });
    expect(await cancel(db)).toEqual({ ok: false, reason: "not-found" });
    expect(await move(db, later(DAY))).toEqual({ ok: false, reason: "not-found" });
    expect(await db.$count(diaryEntries, eq(diaryEntries.state, "requested"))).toBe(1);
    const found = await findPublicAppointment(db, token, IN_TIME);
    expect(found?.appointment).toMatchObject({ canCancel: false, canMove: false, isLate: false });
  });
});

dbTest("a request is shown as declined from the time that it was for", async ({ db }) => {
  await theAppointment(db, { state: "requested" });
  const stateAt = async (now: Date) => (await findPublicAppointment(db, token, now))?.appointment;
  expect(await stateAt(minutesLater(START, -1))).toMatchObject({ state: "requested" });
  expect(await stateAt(START)).toMatchObject({ state: "declined" });
});

/* A link that the owner makes anew. */

const isToAda = and(eq(emails.recipient, "ada@visitor.example"), eq(emails.state, "queued"));
const toAda = (db: Db) => db.select().from(emails).where(isToAda);

dbTest("a new link is emailed, and the old ones lead nowhere", async ({ db }) => {
  await anOpenWeek(db);
  const booking = aBookingOf(await aLesson(db));
  const booked = await db.transaction((tx) =>
    bookAppointment(tx, booking, { ...genuineSubmission, now: NOW }),
  );
  const old = booked.ok ? booked.entry : null;
  await db.update(emails).set({ state: "sent" });
  const renewing = { id: old!.id, version: 1, tellsClient: true };
  expect(await renewLink(db, owner, renewing, NOW)).toMatchObject({ ok: true });
  for (const given of [old!.token!, old!.pageToken!])
    expect(await findEntry(db, { token: given })).toBeNull();
  const entry = (await findEntry(db, { id: old!.id }))!;
  expect(await toAda(db)).toMatchObject([
    {
      subject: "New link: Voice and piano, 60 minutes",
      text: expect.stringContaining(`/appointments/${entry.token}`),
      invitation: expect.stringContaining("SEQUENCE:2"),
    },
  ]);
  const [audited] = await db.select().from(auditEntries).orderBy(auditEntries.id).offset(1);
  expect(audited).toMatchObject({ actor: owner.email, action: "made a new link" });
  expect(JSON.stringify(audited)).not.toContain(entry.token);
  expect(await renewLink(db, owner, renewing, NOW)).toMatchObject({ reason: "changed" });
});

dbTest.for(["moved", "cancelled"] as const)(
  "an email that waits to say that it was %s says so with the new link, when it would have",
  async (what, { db }) => {
    const { id } = await anEntry(db, { token: "a".repeat(22) });
    const told = { id, reason: "I've caught a cold, and I'm sorry.", delay: 600 };
    const start = minutesLater(THURSDAY_TEN, DAY);
    const changed =
      what === "moved"
        ? await moveAppointment(db, byOwner, { ...told, start }, NOW)
        : await cancelAppointment(db, byOwner, told, NOW);
    expect(changed).toMatchObject({ ok: true });
    const [before] = await toAda(db);
    const renewing = { id, version: 2, tellsClient: true };
    expect(await renewLink(db, owner, renewing, NOW)).toMatchObject({ ok: true });
    const [after, ...others] = await toAda(db);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before!.id, subject: before!.subject });
    expect(after!.text).toContain("I've caught a cold, and I'm sorry.");
    expect(after!.invitation).toContain("SEQUENCE:3");
    const renewed = (await findEntry(db, { id }))!;
    expect([after!.html, after!.text, after!.invitation].join()).not.toContain("aaaaaa");
    expect(after!.text).toContain(renewed.token);
    expect(await db.$count(emails, isDelayed)).toBeGreaterThan(0);
  },
);

dbTest("an email that could not leave yet makes way for the next one", async ({ db }) => {
  const { id: appointmentId } = await theAppointment(db);
  const takenBack = { kind: "appointment-cancelled", recipient: "old@visitor.example" } as const;
  const { id } = await anEmail(db, { ...takenBack, attempts: 1, appointmentId });
  await move(db, later(DAY));
  await db.update(emails).set({ attempts: 1 });
  await move(db, later(2 * DAY));
  const moved = { subject: expect.stringContaining("21 March") };
  expect(await toAda(db)).toMatchObject([moved]);
  expect(await db.$count(emails, and(eq(emails.id, id), eq(emails.state, "queued")))).toBe(1);
  await db.update(emails).set({ attempts: 1 }).where(eq(emails.state, "queued"));
  const [entry] = await db.select().from(diaryEntries);
  await editEntry(db, owner, { ...entry!, fields: { title: "Voice" } }, NOW);
  expect(await toAda(db)).toMatchObject([moved, { subject: expect.stringMatching(/^Changed/) }]);
});

dbTest("a new link is emailed unasked only to whom the old one is on its way", async ({ db }) => {
  const { id } = await anEntry(db, { token: "a".repeat(22) });
  const renew = (version: number) => renewLink(db, owner, { id, version, tellsClient: false }, NOW);
  await renew(1);
  expect(await toAda(db)).toEqual([]);
  await renewLink(db, owner, { id, version: 2, tellsClient: true }, NOW);
  await renew(3);
  expect(await toAda(db)).toMatchObject([{ invitation: expect.stringContaining("SEQUENCE:4") }]);
});

dbTest("a new link is written into the waiting invitation of a whole series", async ({ db }) => {
  const entry = await anEntry(db, { token: newToken() });
  const link = `${entry.token!.slice(0, 9)}\r\n ${entry.token!.slice(9)}`;
  const invitation = `BEGIN:VEVENT\r\nRRULE:FREQ=WEEKLY;COUNT=9\r\nURL:https://site.example/appointments/${link}\r\n`;
  const recipient = entry.clientEmail!;
  await anEmail(db, { kind: "appointment-booked", recipient, appointmentId: entry.id, invitation });
  const renewing = { id: entry.id, version: 1, tellsClient: true };
  expect(await renewLink(db, owner, renewing, NOW)).toMatchObject({ ok: true });
  const renewed = (await findEntry(db, { id: entry.id }))!;
  expect(await toAda(db)).toMatchObject([
    { invitation: invitation.replace(link, renewed.token!), appointmentId: entry.id },
  ]);
});
