import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { deliverEmail, withTextMessages } from "#app/features/email/delivery.server.ts";
import { getReminderStatus } from "#app/features/reminders/plan.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import { sendComposedEmail } from "#app/features/email/compose.server.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { getSettings } from "#app/server/env.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  anAddition,
  aBookingOf,
  aLesson,
  anOpenWeek,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { type Booking, bookAppointment, addAppointment } from "./book.server.ts";
import { moveAppointment, cancelAppointment } from "./changes.server.tsx";
import { confirmRequest } from "./finish.server.ts";
import { getAppointmentEmailRecord } from "#app/features/diary/emails.server.tsx";
import { asClient, type Entry } from "#app/features/diary/model.ts";
import { appointmentReminders } from "#app/features/diary/reminders.server.ts";

const start = minutesLater(THURSDAY_TEN, 7 * 1440);
const before = (hours: number, of = start) => minutesLater(of, -hours * 60);
const send = (db: Db, now: Date) =>
  sendDueReminders(db, { appointment: appointmentReminders }, now);

async function aBooked(db: Db, given: Partial<Booking> = {}, onRequest = false): Promise<Entry> {
  await anOpenWeek(db);
  const booking = aBookingOf(await aLesson(db, { onRequest }), { start, ...given });
  const result = await db.transaction((tx) => bookAppointment(tx, booking, genuineSubmission));
  if (!result.ok) throw new Error(result.reason);
  return result.entry;
}

const kinds = async (db: Db) =>
  (await db.select({ kind: emails.kind }).from(emails))
    .map(({ kind }) => kind)
    .filter((kind) => kind.endsWith("-reminder"));

describe("24 hours before a session its client is reminded", () => {
  dbTest("once, with invoicing off", async ({ db }) => {
    await aBooked(db);
    await send(db, minutesLater(before(24), -1));
    expect(await kinds(db)).toEqual([]);
    await send(db, before(24));
    await send(db, before(23));
    expect(await kinds(db)).toEqual(["appointment-reminder"]);
    const [email] = await emailsOfKind(db, "appointment-reminder");
    expect(email).toMatchObject({ recipient: "ada@visitor.example", invitation: null });
    expect(email!.text).toContain("Thu 19 Mar, 10:00–11:00 am Melbourne (AEDT)");
    expect(email!.text).toContain("please call +61 491 570 006.");
    expect(email!.html).toMatch(/please call <a[^>]* href="tel:\+61491570006"/);
  });

  dbTest("of the time it was moved to, of the same day too", async ({ db }) => {
    const entry = await aBooked(db);
    const later = minutesLater(start, 240);
    await moveAppointment(db, asClient, { token: entry.token!, start: later }, NOW);
    await send(db, before(24));
    expect(await kinds(db)).toEqual([]);
    await send(db, before(24, later));
    expect(await kinds(db)).toEqual(["appointment-reminder"]);
  });

  dbTest("only of what they were told of, when the owner enters it", async ({ db }) => {
    const entered = (clientEmail: string, tellsClient: boolean, startsAt: Date) =>
      addAppointment(db, owner, anAddition({ startsAt, clientEmail, tellsClient }), NOW);
    await entered("told@visitor.example", true, start);
    await entered("untold@visitor.example", false, minutesLater(start, 60));
    await send(db, before(22));
    const sent = await emailsOfKind(db, "appointment-reminder");
    expect(sent.map(({ recipient }) => recipient)).toEqual(["told@visitor.example"]);
  });

  dbTest("not of one that is cancelled, nor of a request", async ({ db }) => {
    const entry = await aBooked(db);
    await cancelAppointment(db, asClient, { token: entry.token! }, NOW);
    await send(db, before(24));
    expect(await kinds(db)).toEqual([]);
  });

  dbTest("of a request once it is confirmed", async ({ db }) => {
    const { id } = await aBooked(db, {}, true);
    expect(await getReminderStatus(db, owner, { kind: "appointment", id }, NOW)).toBeNull();
    await confirmRequest(db, owner, { id }, NOW);
    expect(await getReminderStatus(db, owner, { kind: "appointment", id }, NOW)).toEqual({
      next: melbourneDay(before(24)),
      paused: false,
    });
    await send(db, before(24));
    expect(await kinds(db)).toEqual(["appointment-reminder"]);
  });

  dbTest("on a day on which the owner has written about it, too", async ({ db }) => {
    const { id, clientEmail } = await aBooked(db);
    await sendComposedEmail(
      db,
      owner,
      { recipientEmail: clientEmail!, subject: "Bring your music", body: "See you soon." },
      { kind: "appointments", id, read: (tx) => getAppointmentEmailRecord(tx, owner, id) },
      { kind: "page", key: "" },
    );
    await db
      .update(emails)
      .set({ createdAt: before(24.5) })
      .where(eq(emails.kind, "composed"));
    await send(db, before(24));
    expect(await kinds(db)).toEqual(["appointment-reminder"]);
  });

  dbTest("not once it has begun, however late the reminder is", async ({ db }) => {
    await aBooked(db);
    await send(db, start);
    expect(await kinds(db)).toEqual([]);
  });

  dbTest("before nine in the morning only when that is its hour", async ({ db }) => {
    const entry = await aBooked(db);
    const early = minutesLater(start, -120);
    const times = { startsAt: early, busyFrom: early };
    await db.update(diaryEntries).set(times).where(eq(diaryEntries.id, entry.id));
    const twoAtNight = before(8.5);
    await moveAppointment(db, asClient, { token: entry.token!, start }, NOW);
    await send(db, twoAtNight);
    expect(await kinds(db)).toEqual([]);
  });
});

dbTest(
  "a reminder that no mail server took is not sent after the session began",
  async ({ db }) => {
    await aBooked(db);
    await send(db, before(24));
    const [email] = await emailsOfKind(db, "appointment-reminder");
    const sent: string[] = [];
    const transport = {
      send: async ({ kind }: { kind: string }) => (sent.push(kind), "sent" as const),
      close: () => {},
    };
    await deliverEmail(db, transport, email!.id, () => start);
    expect(sent).toEqual([]);
    const [row] = await db.select().from(emails).where(eq(emails.id, email!.id));
    expect(row).toMatchObject({ state: "expired", lastError: "Not sent: the session has begun." });
  },
);

describe("with text messages set up", () => {
  const settings = getSettings() as { TWILIO_ACCOUNT_SID?: string | undefined };
  const given = settings.TWILIO_ACCOUNT_SID;
  beforeEach(() => void (settings.TWILIO_ACCOUNT_SID = "AC0"));
  afterEach(() => void (settings.TWILIO_ACCOUNT_SID = given));

  dbTest("a client who gave a number gets one as well, retried as emails are", async ({ db }) => {
    await aBooked(db, { phone: "0491 570 006" });
    await send(db, before(24));
    expect((await kinds(db)).toSorted()).toEqual(["appointment-reminder", "text-reminder"]);
    const [row] = await emailsOfKind(db, "text-reminder");
    const texts: [string, string][] = [];
    let isAway = true;
    const transport = withTextMessages(
      { send: () => expect.unreachable(), close: () => {} },
      {
        send: async (to, body) => {
          if (isAway) throw new Error("The text message was refused with 503.");
          texts.push([to, body]);
          return "sent";
        },
      },
    );
    await expect(deliverEmail(db, transport, row!.id, () => before(24))).rejects.toThrow("503");
    isAway = false;
    await deliverEmail(db, transport, row!.id, () => before(23));
    expect(texts).toEqual([
      ["+61491570006", expect.stringContaining("Thu 19 Mar, 10:00 am Melbourne (AEDT)")],
    ]);
    const [settled] = await db.select().from(emails).where(eq(emails.id, row!.id));
    expect(settled).toMatchObject({ state: "sent", attempts: 2, recipient: "+61491570006" });
  });

  dbTest("and one without a number the email alone", async ({ db }) => {
    await aBooked(db);
    await send(db, before(24));
    expect(await kinds(db)).toEqual(["appointment-reminder"]);
  });
});
