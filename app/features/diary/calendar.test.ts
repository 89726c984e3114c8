import { asc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { type MailServer, type ReceivedEmail, startMailServer } from "#tests/fakes/smtp.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  aBookingOf,
  aLesson,
  anOpenWeek,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { genuineSubmission, NOW } from "#tests/support/factories.ts";
import { readInvitation } from "#tests/support/invitation.ts";
import { mimeTree } from "#tests/support/mime.ts";
import { bookAppointment } from "./book.server.ts";
import { moveAppointment, cancelAppointment } from "./changes.server.ts";
import { asClient } from "./model.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());
beforeEach(() => void (server.emails.length = 0));

const title = "Stimme und Klavier für Anfänger, 60 Minuten";
const nextWeek = (days: number) => minutesLater(THURSDAY_TEN, days * 1440);

async function bookMoveAndCancel(db: Db): Promise<void> {
  await anOpenWeek(db);
  const booking = aBookingOf(await aLesson(db, { name: title }), { start: nextWeek(7) });
  const booked = await db.transaction((tx) => bookAppointment(tx, booking, genuineSubmission));
  if (!booked.ok) throw new Error(booked.reason);
  const token = booked.entry.token!;
  for (const days of [8, 9])
    await moveAppointment(db, asClient, { token, start: nextWeek(days) }, NOW);
  await cancelAppointment(db, asClient, { token }, NOW);
}

/** Delivers what was queued, in its order, as the site does. */
async function deliverAll(db: Db): Promise<ReceivedEmail[]> {
  const transport = openEmailTransport({
    SMTP_URL: server.url,
    MAIL_FROM: "Breath & Key <hello@breath-and-key.example>",
    DATA_DIR: "",
  });
  const rows = await db.select().from(emails).orderBy(asc(emails.createdAt));
  for (const { id } of rows) await deliverEmail(db, transport, id);
  transport.close();
  return server.emails;
}

const fileIn = (email: ReceivedEmail) =>
  Buffer.from(mimeTree(email.raw).parts[1]!.body, "base64").toString();

dbTest("calendars get the stored invitation as the last alternative", async ({ db }) => {
  await bookMoveAndCancel(db);
  const stored = new Map(
    (await db.select().from(emails)).map(({ id, invitation }) => [id, invitation!]),
  );
  const received = await deliverAll(db);
  expect(received).toHaveLength(8);
  for (const email of received) {
    const invitation = stored.get(/<([^@]+)@/.exec(email.messageId!)![1]!)!;
    const root = mimeTree(email.raw);
    expect([root.type, root.parts.map(({ type }) => type)]).toEqual([
      "multipart/mixed",
      ["multipart/alternative", "application/ics"],
    ]);
    const alternatives = root.parts[0]!.parts;
    expect(alternatives.map(({ type }) => type)).toEqual([
      "text/plain",
      "text/html",
      "text/calendar",
    ]);
    const { method } = readInvitation(invitation);
    expect(alternatives.at(-1)!.params).toEqual({ charset: "utf-8", method });
    expect(fileIn(email)).toBe(invitation);
    const shown = email.attachments.map(({ content }) =>
      new TextDecoder().decode(content as Uint8Array),
    );
    expect(readInvitation(shown[0]!)).toEqual(readInvitation(invitation));
    expect(email.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  }
});
