import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { changesOf } from "#app/features/audit/changes.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, emails, diaryEntries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aLesson, anEntry, minutesLater, THURSDAY_TEN, askedBy } from "#tests/support/diary.ts";
import { NOW, owner } from "#tests/support/factories.ts";
import { readInvitation } from "#tests/support/invitation.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { sendEntryForm } from "#tests/support/diary-forms.ts";
import { textsOfEntry } from "#app/features/diary/schema.ts";
import { diaryWords, asOwner, type Entry } from "#app/features/diary/model.ts";
import { type Editing, editEntry, moveAppointment } from "./changes.server.tsx";
import { findEntry, newToken } from "#app/features/diary/entries.server.ts";
import { appointmentReminders } from "#app/features/diary/reminders.server.ts";

const DAY = 1440;
const later = (minutes: number) => minutesLater(THURSDAY_TEN, minutes);

describe("the owner edits an entry", () => {
  dbTest("and the log says what", async ({ db }) => {
    const { id } = await anEntry(db);
    const fields = { ownerNote: "Bring the Fauré", price: 90_00 };
    expect(await editEntry(db, owner, { id, version: 1, fields }, NOW)).toMatchObject({
      ok: true,
      entry: { ...fields, version: 2 },
    });
    expect(await editEntry(db, owner, { id, version: 1, fields }, NOW)).toMatchObject({ ok: true });
    const [logged, ...others] = await db.select().from(auditEntries);
    expect([logged, others]).toMatchObject([
      { action: "edited", before: { ownerNote: null, price: 95_00 }, after: fields },
      [],
    ]);
  });

  dbTest("and reads where it is now as everywhere", async ({ db }) => {
    const { id } = await anEntry(db);
    const fields = { place: "client", phone: "0491 570 006" } as const;
    await editEntry(db, owner, { id, version: 1, fields }, NOW);
    const [logged] = await db.select().from(auditEntries);
    expect(changesOf(logged!.before, logged!.after, diaryWords)).toEqual([
      { label: "Where", before: "At the studio", after: "At the client's place" },
      { label: "Phone", before: "", after: "0491 570 006" },
    ]);
  });

  dbTest("to last longer where there is room", async ({ db }) => {
    const { id } = await anEntry(db);
    await anEntry(db, { startsAt: later(90) });
    const lasting = (minutes: number) => ({ id, version: 1, fields: { endsAt: later(minutes) } });
    expect(await editEntry(db, owner, lasting(90), NOW)).toMatchObject({ reason: "overlaps" });
    expect(await editEntry(db, owner, lasting(75), NOW)).toMatchObject({
      ok: true,
      entry: { endsAt: later(75), busyUntil: later(90), firm: true },
    });
  });
});

describe("calendars that have an appointment", () => {
  const edit = (db: Db, id: string, fields: Editing["fields"], more: Partial<Editing> = {}) =>
    editEntry(db, owner, { id, version: 1, fields, ...more }, NOW);

  const sent = async (db: Db) => {
    const rows = await db.select().from(emails).orderBy(asc(emails.recipient));
    return rows.map(({ kind, recipient, subject, text, invitation }) => {
      const { sequence, method, summary, location, end } = readInvitation(invitation!);
      const shown = { sequence, method, summary, location, end };
      return { kind, recipient, subject, text, ...shown };
    });
  };

  dbTest.for([
    [
      "what it is",
      { title: "Voice, 60 minutes" },
      { summary: "Voice, 60 minutes" },
      "Before: Voice",
    ],
    ["how long", { endsAt: later(75) }, { end: later(75) }, "Before: Thu 12 Mar, 10:00–11:00 am"],
    ["where", { placeDetails: "9 New Street, Kew" }, { location: "9 New Street, Kew" }, "Before: "],
  ] as const)("follow when the owner changes %s", async ([, fields, shown, old], { db }) => {
    const { serviceId, id } = await anEntry(db, { serviceId: (await aLesson(db)).id });
    expect(serviceId).not.toBeNull();
    expect(await edit(db, id, fields)).toMatchObject({ ok: true });
    // The same once more, as by a double click.
    expect(await edit(db, id, fields)).toMatchObject({ ok: true });
    expect(await sent(db)).toMatchObject([
      {
        kind: "appointment-changed",
        recipient: "ada@visitor.example",
        subject: expect.stringMatching(/^Changed: Voice/),
        text: expect.stringMatching(`Here's how it stands now:[^]*\n${old}`),
        method: "REQUEST",
        sequence: 2,
        ...shown,
      },
      {
        kind: "appointment-notice",
        subject: expect.stringMatching(/^Changed: Voice/),
        text: expect.stringMatching(`You’ve changed Ada Visitor’s appointment[^]*\n${old}`),
        sequence: 2,
      },
    ]);
  });

  dbTest.for([
    ["booked", "appointment-booked"],
    ["requested", "appointment-requested"],
  ] as const)("of a new address are invited to what is %s", async ([state, kind], { db }) => {
    const { id } = await anEntry(db, { state });
    await edit(db, id, { clientEmail: "ada@new.example" });
    expect(await sent(db)).toMatchObject([
      { kind, recipient: "ada@new.example", method: "REQUEST", sequence: 2 },
      { kind: "appointment-notice" },
    ]);
  });

  dbTest(
    "of an address that it was sent to by mistake let go of it, and its link is dead",
    async ({ db }) => {
      const { id, token } = await anEntry(db, { token: "a".repeat(22) });
      await edit(db, id, { title: "Voice" });
      await db.update(emails).set({ state: "sent" });
      const moved = await edit(db, id, { clientEmail: "cy@right.example" }, { version: 2 });
      const entry = moved.ok ? moved.entry : null;
      expect(entry?.token).not.toBe(token);
      expect(await findEntry(db, { token: token! })).toBeNull();
      const toStranger = (await sent(db)).filter(({ recipient }) => recipient.startsWith("ada@"));
      expect(toStranger).toMatchObject([
        { kind: "appointment-changed", method: "REQUEST", sequence: 2 },
        { kind: "appointment-cancelled", method: "CANCEL", sequence: 3 },
      ]);
      expect(JSON.stringify(toStranger[1])).not.toContain(entry!.token);
      expect(await sent(db)).toContainEqual(
        expect.objectContaining({ kind: "appointment-booked", recipient: "cy@right.example" }),
      );
    },
  );

  dbTest("of an address that was told nothing yet are told nothing", async ({ db }) => {
    const { id } = await anEntry(db);
    await edit(db, id, { title: "Voice" });
    await edit(db, id, { clientEmail: "cy@right.example" }, { version: 2 });
    const rows = await db.select().from(emails).where(eq(emails.recipient, "ada@visitor.example"));
    expect(rows).toMatchObject([{ kind: "appointment-changed", state: "expired" }]);
    await edit(db, id, { clientEmail: "Cy@Right.example" }, { version: 3 });
    expect(await db.$count(emails, eq(emails.kind, "appointment-cancelled"))).toBe(0);
  });

  dbTest("are the owner's alone where she tells the client otherwise", async ({ db }) => {
    const { id } = await anEntry(db, { place: "studio", placeDetails: "" });
    await edit(db, id, { title: "Voice" }, { tellsClient: false });
    const told = await sent(db);
    expect(told).toMatchObject([{ kind: "appointment-notice", summary: "Voice, Ada Visitor" }]);
    expect(told[0]!.text).not.toContain("was told");
  });

  dbTest("learn nothing of what they don't show, is over or is no session", async ({ db }) => {
    const shown = await anEntry(db);
    await edit(db, shown.id, { price: 1, ownerNote: "Fauré", phone: "0491 570 006" });
    const over = await anEntry(db, { startsAt: later(-7 * DAY) });
    await edit(db, over.id, { title: "Voice" });
    const cancelled = await anEntry(db, { state: "cancelled" });
    await edit(db, cancelled.id, { title: "Voice" });
    const block = await anEntry(db, { kind: "block", startsAt: later(DAY), clientEmail: null });
    await edit(db, block.id, { title: "Dentist" });
    expect(await sent(db)).toEqual([]);
  });
});

describe("the reminder", () => {
  const start = later(7 * DAY);
  const dayBefore = minutesLater(start, -DAY);
  const reminded = async (db: Db) => {
    await sendDueReminders(db, { appointment: appointmentReminders }, dayBefore);
    const rows = await emailsOfKind(db, "appointment-reminder");
    return rows.map(({ recipient }) => recipient);
  };

  dbTest("goes to an address that was added later, and to none that is gone", async ({ db }) => {
    const { id } = await anEntry(db, { startsAt: start, clientEmail: null });
    const edit = (version: number, clientEmail: string | null) =>
      editEntry(db, owner, { id, version, fields: { clientEmail } }, NOW);
    await edit(1, "ada@new.example");
    await edit(2, null);
    expect(await reminded(db)).toEqual([]);
    await edit(3, "ada@new.example");
    expect(await reminded(db)).toEqual(["ada@new.example"]);
  });

  dbTest("that still waits doesn't leave with the time from which it moved", async ({ db }) => {
    const { id } = await anEntry(db, { startsAt: start });
    const edit = (version: number, fields: Editing["fields"], now: Date) =>
      editEntry(db, owner, { id, version, fields }, now);
    await edit(1, { title: "Voice" }, NOW);
    expect(await reminded(db)).toHaveLength(1);
    await edit(2, { startsAt: later(9 * DAY), endsAt: later(9 * DAY + 60) }, dayBefore);
    expect(await emailsOfKind(db, "appointment-reminder")).toMatchObject([{ state: "expired" }]);
  });
});

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
