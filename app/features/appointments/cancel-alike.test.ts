import { asc } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { cancelAlike, listAlike } from "./strangers.server.ts";
import { confirmRequest } from "./finish.server.ts";
import type { Entry } from "#app/features/diary/model.ts";

/* Bookings that one stranger has made in bulk. */

const DAY = 1440;
let tokens = 0;
/** Booked by a form at so many minutes after NOW. */
const booked = (db: Db, day: number, clientEmail: string, minutes = 0, given = {}) =>
  anEntry(db, {
    startsAt: minutesLater(THURSDAY_TEN, day * DAY),
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
