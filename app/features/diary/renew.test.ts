import { expect } from "vitest";
import { and, eq } from "drizzle-orm";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, aBookingOf, aLesson, anOpenWeek } from "#tests/support/diary.ts";
import { genuineSubmission, NOW, owner } from "#tests/support/factories.ts";
import { bookAppointment } from "./book.server.ts";
import { findEntry } from "./entries.server.ts";
import { renewLink } from "./edit.server.tsx";

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

dbTest("a new link is emailed unasked only to whom the old one is on its way", async ({ db }) => {
  const { id } = await anEntry(db, { token: "a".repeat(22) });
  const renew = (version: number) => renewLink(db, owner, { id, version, tellsClient: false }, NOW);
  await renew(1);
  expect(await toAda(db)).toEqual([]);
  await renewLink(db, owner, { id, version: 2, tellsClient: true }, NOW);
  await renew(3);
  expect(await toAda(db)).toMatchObject([{ invitation: expect.stringContaining("SEQUENCE:4") }]);
});
