import { afterAll, beforeAll, expect } from "vitest";
import { eq } from "drizzle-orm";
import { deliverEmail } from "#app/features/email/delivery.server.ts";
import { openEmailTransport } from "#app/server/outbound/email-transport.server.ts";
import { emails } from "#app/server/database/tables.server.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
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
import { cancelAppointment } from "./cancel.server.ts";
import { asClient } from "./model.ts";

let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.stop());

dbTest("calendars get the stored invitation as the last alternative", async ({ db }) => {
  await anOpenWeek(db);
  const service = await aLesson(db, { name: "Stimme und Klavier für Anfänger, 60 Minuten" });
  const booking = aBookingOf(service, { start: minutesLater(THURSDAY_TEN, 7 * 1440) });
  const booked = await db.transaction((tx) => bookAppointment(tx, booking, genuineSubmission));
  if (!booked.ok) throw new Error(booked.reason);
  await cancelAppointment(db, asClient, { token: booked.entry.token! }, NOW);
  const transport = openEmailTransport({
    SMTP_URL: server.url,
    MAIL_FROM: "Breath & Key <hello@site.example>",
    DATA_DIR: "",
  });
  const rows = await db.select().from(emails).where(eq(emails.recipient, booking.email));
  for (const { id } of rows) await deliverEmail(db, transport, id);
  transport.close();

  expect(server.emails).toHaveLength(2);
  for (const { raw, attachments, headers } of server.emails) {
    const { invitation } = rows.find(({ id }) => raw.includes(`<${id}@`))!;
    const { method } = readInvitation(invitation!);
    const root = mimeTree(raw);
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
    expect(alternatives.at(-1)!.params).toEqual({ charset: "utf-8", method });
    expect(Buffer.from(root.parts[1]!.body, "base64").toString()).toBe(invitation);
    const [shown] = attachments.map(({ content }) =>
      new TextDecoder().decode(content as Uint8Array),
    );
    expect(readInvitation(shown!).summary).toBe(service.name);
    expect(headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
  }
  expect(rows.map(({ invitation }) => readInvitation(invitation!).method).toSorted()).toEqual([
    "CANCEL",
    "REQUEST",
  ]);
});
