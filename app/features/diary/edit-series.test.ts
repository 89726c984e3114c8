import { asc, eq } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, diaryEntries, emails } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, askedBy, minutesLater } from "#tests/support/diary.ts";
import { owner } from "#tests/support/factories.ts";
import { sendEntryForm } from "#tests/support/diary-forms.ts";
import { textsOfEntry } from "#app/features/diary/admin/schema.ts";
import { asOwner, type Entry } from "./model.ts";
import { moveAppointment } from "./changes.server.ts";
import { newToken } from "./entries.server.ts";

/* A lesson and those of its series that follow become longer, dearer or move house together. */

// Long after these tests: a form's answer goes by the clock.
const first = new Date("2090-03-06T05:00:00Z");
const seriesId = "6f1c0c1e-6c62-4a58-9d0a-2f2f7f0f8a11";
const email = "nora@parent.example";

async function aSeries(db: Db): Promise<Entry[]> {
  const made: Entry[] = [];
  for (let week = 0; week < 4; week++) {
    const startsAt = minutesLater(first, week * 7 * 1_440);
    const nora = { clientName: "Nora Parent", clientEmail: email, token: newToken() };
    made.push(await anEntry(db, { ...nora, startsAt, seriesId, seriesStart: startsAt }));
  }
  return made;
}

const edit = (db: Db, entry: Entry, values: Record<string, string>) =>
  sendEntryForm(db, "edit", entry.id, {
    ...textsOfEntry(entry),
    version: `${entry.version}`,
    tellsClient: "on",
    following: "on",
    ...values,
  });

const shown = async (db: Db) =>
  (
    await db
      .select()
      .from(diaryEntries)
      .where(eq(diaryEntries.clientEmail, email))
      .orderBy(asc(diaryEntries.startsAt))
  ).map(({ startsAt, endsAt, price, ownerNote }) =>
    [(Number(endsAt) - Number(startsAt)) / 60_000, price! / 100, ownerNote].join(" "),
  );

dbTest("length and price change from one lesson on, with one email", async ({ db }) => {
  const [, second] = (await aSeries(db)) as [Entry, Entry];
  const changed = { minutes: "75", price: "110", ownerNote: "Ask about the exam" };
  expect(await edit(db, second, changed)).toMatchObject({ ok: true });
  expect(await shown(db)).toEqual(["60 95 ", "75 110 Ask about the exam", "75 110 ", "75 110 "]);
  const told = await db.select().from(emails).where(eq(emails.recipient, email));
  expect(told.map(({ subject }) => subject)).toEqual([
    "Changed: Voice and piano, 60 minutes on 3 dates from Monday, 13 March 2090",
  ]);
  expect(told[0]!.text).toContain("Price A$110.00 each");
  expect(await db.$count(auditEntries, eq(auditEntries.action, "edited"))).toBe(3);
});

dbTest(
  "nothing changes where one of them would overlap, unless she has seen it",
  async ({ db }) => {
    const [, , third] = (await aSeries(db)) as [Entry, Entry, Entry];
    const startsAt = minutesLater(first, 3 * 7 * 1_440 + 80);
    await anEntry(db, { kind: "block", title: "Dentist", clientEmail: null, startsAt });
    const refused = await edit(db, third, { minutes: "90" });
    expect(refused).toMatchObject({ overlaps: { says: [expect.stringContaining("Dentist")] } });
    expect(await shown(db)).toEqual(Array(4).fill("60 95 "));
    const anyway = askedBy(refused).join(" ");
    expect(await edit(db, third, { minutes: "90", anyway })).toMatchObject({ ok: true });
    expect((await shown(db)).map((one) => one.slice(0, 2))).toEqual(["60", "60", "90", "90"]);
  },
);

dbTest("a lesson that another of its series now begins in is asked about", async ({ db }) => {
  const [one, two] = (await aSeries(db)) as [Entry, Entry];
  const startsAt = minutesLater(two.startsAt, -90);
  const moved = await moveAppointment(db, asOwner(owner), { id: one.id, start: startsAt });
  if (!moved.ok) throw new Error("The lesson was not moved.");
  const refused = await edit(db, moved.entry, { minutes: "100" });
  expect(refused).toMatchObject({ overlaps: { says: [expect.stringContaining("Nora Parent")] } });
  const anyway = askedBy(refused).join(" ");
  expect(await edit(db, moved.entry, { minutes: "100", anyway })).toMatchObject({ ok: true });
  expect((await shown(db)).map((each) => each.slice(0, 3))).toEqual(Array(4).fill("100"));
});

dbTest(
  "a price alone is told to nobody, and a new address changes one at a time",
  async ({ db }) => {
    const [one] = (await aSeries(db)) as [Entry];
    expect(await edit(db, one, { price: "100" })).toMatchObject({ ok: true });
    expect(await db.$count(emails)).toBe(0);
    const [now] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, one.id));
    expect(await edit(db, now!, { clientEmail: "new@parent.example" })).toMatchObject({
      errors: { clientEmail: "A new address is saved for one session at a time." },
    });
    expect(await edit(db, one, { minutes: "75" })).toMatchObject({
      ok: false,
      message: expect.stringContaining("It has changed"),
    });
  },
);

dbTest(
  "how it is invoiced changes from one lesson on, and not with anything else",
  async ({ db }) => {
    const [, , third] = (await aSeries(db)) as [Entry, Entry, Entry];
    const ways = async () =>
      (await db.select().from(diaryEntries).orderBy(asc(diaryEntries.startsAt))).map(
        ({ sessionInvoicing }) => sessionInvoicing,
      );
    expect(await edit(db, third, { sessionInvoicing: "monthly" })).toMatchObject({ ok: true });
    expect(await ways()).toEqual([null, null, "monthly", "monthly"]);
    const [now] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, third.id));
    expect(await edit(db, now!, { price: "110" })).toMatchObject({ ok: true });
    expect(await ways()).toEqual([null, null, "monthly", "monthly"]);
    expect(await db.$count(emails)).toBe(0);
  },
);
