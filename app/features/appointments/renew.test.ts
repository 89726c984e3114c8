import { expect } from "vitest";
import { and, eq } from "drizzle-orm";
import { isDelayed } from "#app/features/email/outbox.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import {
  anEntry,
  aBookingOf,
  aLesson,
  anOpenWeek,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { anEmail, genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { bookAppointment } from "./book.server.ts";
import { cancelAppointment, moveAppointment, renewLink } from "./changes.server.tsx";
import { findEntry, newToken } from "#app/features/diary/entries.server.ts";
import { asOwner } from "#app/features/diary/model.ts";

/* A link that the owner makes anew. */

const toAda = (db: Db) =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.recipient, "ada@visitor.example"), eq(emails.state, "queued")));

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
  for (const token of [old!.token!, old!.pageToken!])
    expect(await findEntry(db, { token })).toBeNull();
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
    const start = minutesLater(THURSDAY_TEN, 1_440);
    const changed =
      what === "moved"
        ? await moveAppointment(db, asOwner(owner), { ...told, start }, NOW)
        : await cancelAppointment(db, asOwner(owner), told, NOW);
    expect(changed).toMatchObject({ ok: true });
    const [before] = await toAda(db);
    const renewing = { id, version: 2, tellsClient: true };
    expect(await renewLink(db, owner, renewing, NOW)).toMatchObject({ ok: true });
    const [after, ...others] = await toAda(db);
    expect(others).toEqual([]);
    expect(after).toMatchObject({ id: before!.id, subject: before!.subject });
    expect(after!.text).toContain("I've caught a cold, and I'm sorry.");
    expect(after!.invitation).toContain("SEQUENCE:3");
    const { token } = (await findEntry(db, { id }))!;
    expect([after!.html, after!.text, after!.invitation].join()).not.toContain("aaaaaa");
    expect(after!.text).toContain(token);
    expect(await db.$count(emails, isDelayed)).toBeGreaterThan(0);
  },
);

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
  const { token } = (await findEntry(db, { id: entry.id }))!;
  expect(await toAda(db)).toMatchObject([
    { invitation: invitation.replace(link, token!), appointmentId: entry.id },
  ]);
});
