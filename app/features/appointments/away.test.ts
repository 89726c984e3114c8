import { and, eq, ne, sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { diaryEntries, emails, reminders } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import {
  aLesson,
  anEntry,
  anOpenWeek,
  askedBy,
  minutesLater,
  THURSDAY_TEN,
} from "#tests/support/diary.ts";
import { anEmail, NOW, owner } from "#tests/support/factories.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { choicesFor, readChoices } from "./queries.server.ts";
import { listOverlaps, overlapKey } from "#app/features/diary/overlaps.server.ts";
import { announceSeries } from "#app/features/diary/announce.server.tsx";
import { callOff, listUndoable, undoCallOff } from "./away.server.ts";
import { cancelAppointment, moveAppointment, editEntry } from "./changes.server.tsx";
import { confirmRequest } from "./finish.server.ts";
import { asOwner, type Entry } from "#app/features/diary/model.ts";

/* A day on which the owner is ill: what is booked then is cancelled with it. */

const away = {
  kind: "away",
  title: "Ill",
  startsAt: minutesLater(THURSDAY_TEN, -600),
  endsAt: minutesLater(THURSDAY_TEN, 840),
  key: "form",
} as const;

const lessonAt = (db: Db, minutes: number, who: string) =>
  anEntry(db, {
    startsAt: minutesLater(THURSDAY_TEN, minutes),
    clientName: who,
    clientEmail: `${who.toLowerCase()}@visitor.example`,
  });

const callOffWith = (db: Db, entries: readonly Entry[], seen = entries) => {
  const cancelled = entries.map(({ id, version }) => ({ id, version }));
  const over = askedBy({ overlaps: seen.map((entry) => ({ ...entry, entry })) });
  const reason = "I have lost my voice.";
  return callOff(db, owner, { away: { ...away, over }, cancelled, moved: [], reason }, NOW);
};

/** A week later. */
const callOffMoving = (db: Db, entry: Entry) => {
  const { id, version } = entry;
  const moved = [{ id, version, start: minutesLater(entry.startsAt, 7 * 1_440) }];
  const over = askedBy({ overlaps: [{ ...entry, entry }] });
  const reason = "I have lost my voice.";
  return callOff(db, owner, { away: { ...away, over }, cancelled: [], moved, reason }, NOW);
};

const statesOf = async (db: Db) =>
  (await db.select().from(diaryEntries).orderBy(diaryEntries.startsAt, diaryEntries.kind)).map(
    ({ title, clientName, state, firm }) => `${clientName ?? title} ${state} ${firm}`,
  );

dbTest(
  "a day is called off with those that are ticked, each of whom gets one email",
  async ({ db }) => {
    const [ada, bo, cleo] = [
      await lessonAt(db, 0, "Ada"),
      await lessonAt(db, 120, "Bo"),
      await lessonAt(db, 240, "Cleo"),
    ];
    expect(await callOffWith(db, [ada, bo], [ada, bo, cleo])).toMatchObject({
      ok: true,
      entry: { kind: "away" },
    });
    expect(await statesOf(db)).toEqual([
      "Ill booked false",
      "Ada cancelled true",
      "Bo cancelled true",
      "Cleo booked true",
    ]);
    const told = await emailsOfKind(db, "appointment-cancelled");
    expect(told.map(({ recipient }) => recipient).toSorted()).toEqual([
      "ada@visitor.example",
      "bo@visitor.example",
    ]);
    for (const { text } of told) expect(text).toContain("I have lost my voice.");
    await cancelAppointment(db, asOwner(owner), { id: cleo.id }, NOW);
    expect((await statesOf(db))[0]).toBe("Ill booked true");
  },
);

dbTest("a session can move to another day instead, until that is undone", async ({ db }) => {
  const ada = await lessonAt(db, 0, "Ada");
  const called = await callOffMoving(db, ada);
  const startsAt = async () =>
    (await db.select().from(diaryEntries).where(eq(diaryEntries.id, ada.id)))[0]!.startsAt;
  expect(await startsAt()).toEqual(minutesLater(THURSDAY_TEN, 7 * 1_440));
  const [told] = await db.select().from(emails).where(eq(emails.kind, "appointment-moved"));
  expect(told).toMatchObject({ recipient: "ada@visitor.example", state: "queued" });
  expect(told!.text).toContain("I have lost my voice.");
  expect(await statesOf(db)).toEqual(["Ill booked true", "Ada booked true"]);
  const id = called.ok ? called.entry.id : "";
  expect(await listUndoable(db, owner, minutesLater(NOW, 9))).toEqual(new Set([id]));
  expect(await undoCallOff(db, owner, id, minutesLater(NOW, 9))).toEqual({ ok: true });
  expect(await startsAt()).toEqual(THURSDAY_TEN);
  const states = await db.select({ state: emails.state }).from(emails);
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(["expired"]));
});

const callOffAda = async (db: Db) => {
  const ada = await lessonAt(db, 0, "Ada");
  const called = await callOffMoving(db, ada);
  const [moved] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, ada.id));
  const edited = { title: "Voice, at my studio" };
  return { ada: moved!, away: called.ok ? called.entry.id : "", edited };
};

const leaving = (db: Db) =>
  db
    .select()
    .from(emails)
    .where(and(eq(emails.recipient, "ada@visitor.example"), eq(emails.state, "queued")));

const onlyTold = async (db: Db) => {
  const [told, ...others] = await leaving(db);
  expect(others).toEqual([]);
  return told!;
};

const knownTime = "Thu 12 Mar, 10:00–11:00 am";

dbTest("who is moved once more before hearing of it reads the known time", async ({ db }) => {
  const { ada } = await callOffAda(db);
  const start = minutesLater(THURSDAY_TEN, 8 * 1_440);
  await moveAppointment(db, asOwner(owner), { id: ada.id, start }, minutesLater(NOW, 1));
  const { text } = await onlyTold(db);
  for (const words of [`Before: ${knownTime}`, "I have lost my voice."])
    expect(text).toContain(words);
});

dbTest("a change of another kind is told with the move that waited", async ({ db }) => {
  const { ada, edited: fields } = await callOffAda(db);
  await editEntry(db, owner, { ...ada, fields }, minutesLater(NOW, 1));
  const { text } = await onlyTold(db);
  for (const words of [`Before: ${knownTime}`, "I have lost my voice.", fields.title])
    expect(text).toContain(words);
});

/** The day to which Ada's session has moved. */
const callOffAgain = async (db: Db, { id, startsAt }: Entry, moves: boolean) => {
  const [entry] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, id));
  const seen = { id, version: entry!.version };
  const times = { startsAt: minutesLater(startsAt, -60), endsAt: minutesLater(startsAt, 120) };
  const over = askedBy({ overlaps: [{ ...entry!, entry: entry! }] });
  const called = await callOff(
    db,
    owner,
    {
      away: { ...away, key: "again", ...times, over },
      cancelled: moves ? [] : [seen],
      moved: moves ? [{ ...seen, start: minutesLater(startsAt, 1_440) }] : [],
      reason: "The piano is being tuned.",
    },
    minutesLater(NOW, 5),
  );
  return called.ok ? called.entry.id : "";
};

dbTest("of two days called off in a row, the first is the one that is known", async ({ db }) => {
  const { ada } = await callOffAda(db);
  await callOffAgain(db, ada, true);
  expect((await onlyTold(db)).text).toContain(`Before: ${knownTime}`);
  const start = minutesLater(THURSDAY_TEN, 9 * 1_440);
  await moveAppointment(db, asOwner(owner), { id: ada.id, start }, minutesLater(NOW, 12));
  const { text } = await onlyTold(db);
  for (const words of [`Before: ${knownTime}`, "I have lost my voice."])
    expect(text).toContain(words);
});

for (const moves of [true, false])
  dbTest(
    `undoing the second day, on which she ${moves ? "moved it" : "cancelled"}, tells of the first`,
    async ({ db }) => {
      const { ada } = await callOffAda(db);
      const id = await callOffAgain(db, ada, moves);
      expect(await undoCallOff(db, owner, id, minutesLater(NOW, 6))).toEqual({ ok: true });
      const { text } = await onlyTold(db);
      for (const words of [`Before: ${knownTime}`, "Thu 19 Mar", "I have lost my voice."])
        expect(text).toContain(words);
    },
  );

dbTest("a series that is cancelled names the time that the client knows", async ({ db }) => {
  const { ada } = await callOffAda(db);
  await announceSeries(db, "cancelled", [ada], { actor: asOwner(owner) }, minutesLater(NOW, 1));
  expect((await onlyTold(db)).text).toContain(knownTime);
});

dbTest("a moved request that is confirmed names the time that was asked for", async ({ db }) => {
  const { ada } = await callOffAda(db);
  await db.update(diaryEntries).set({ state: "requested" }).where(eq(diaryEntries.id, ada.id));
  await confirmRequest(db, owner, { id: ada.id }, minutesLater(NOW, 1));
  expect((await onlyTold(db)).text).toContain(`Before: ${knownTime}`);
});

dbTest("a cancellation names the time that the client knows", async ({ db }) => {
  const { ada } = await callOffAda(db);
  await cancelAppointment(db, asOwner(owner), { id: ada.id }, minutesLater(NOW, 1));
  expect((await onlyTold(db)).text).toContain(knownTime);
});

dbTest("an undo tells who has heard of the other time by a later change", async ({ db }) => {
  const { ada, away: id, edited: fields } = await callOffAda(db);
  await editEntry(db, owner, { ...ada, fields }, minutesLater(NOW, 1));
  expect(await undoCallOff(db, owner, id, minutesLater(NOW, 2))).toEqual({ ok: true });
  const [, told] = await leaving(db);
  expect(told!.text).toContain("Before: Thu 19 Mar, 10:00–11:00 am");
});

dbTest(
  "what is booked then is offered times of its own, or is cancelled or left",
  async ({ db }) => {
    await anOpenWeek(db);
    const { id: serviceId } = await aLesson(db, { slug: "a" });
    for (const [minutes, clientEmail] of [
      [0, "ada@visitor.example"],
      [120, "bo@visitor.example"],
    ] as const)
      await anEntry(db, { serviceId, startsAt: minutesLater(THURSDAY_TEN, minutes), clientEmail });
    const { startsAt: from, endsAt: until } = away;
    const overlaps = await listOverlaps(db, { from, until }, NOW);
    const offered = (await choicesFor(db, owner, overlaps, until, NOW)).map(({ choices }) =>
      Object.entries(choices),
    );
    expect(offered.map((choices) => choices.map(([, label]) => label))).toEqual([
      [
        "Cancel it",
        "Move it to Fri 13 Mar, 9:00 am",
        "Move it to Fri 13 Mar, 10:00 am",
        "Move it to Sat 14 Mar, 9:00 am",
        "Leave it",
      ],
      [
        "Cancel it",
        "Move it to Sun 15 Mar, 9:00 am",
        "Move it to Sun 15 Mar, 10:00 am",
        "Leave it",
      ],
    ]);
    const chosen = readChoices([offered[0]![1]![0], offered[1]![0]![0], ""].join("\n"));
    const over = overlaps.map(overlapKey);
    const called = await callOff(
      db,
      owner,
      { away: { ...away, over }, ...chosen, reason: "" },
      NOW,
    );
    expect(called.ok).toBe(true);
    const told = await db.select().from(emails).where(ne(emails.kind, "appointment-notice"));
    expect(told.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
      "appointment-cancelled bo@visitor.example",
      "appointment-moved ada@visitor.example",
    ]);
  },
);

dbTest(
  "a session without a service is offered times by its own length and travel",
  async ({ db }) => {
    await anOpenWeek(db, "09:00", "12:00");
    const endsAt = minutesLater(THURSDAY_TEN, 90);
    const busyFrom = minutesLater(THURSDAY_TEN, -30);
    await anEntry(db, { endsAt, busyFrom, busyUntil: minutesLater(endsAt, 30) });
    const friday = { clientEmail: "bo@visitor.example", clientName: "Bo" };
    await anEntry(db, { ...friday, startsAt: minutesLater(THURSDAY_TEN, 1_440) });
    const { startsAt: from, endsAt: until } = away;
    const overlaps = await listOverlaps(db, { from, until }, NOW);
    const [offered] = await choicesFor(db, owner, overlaps, until, NOW);
    expect(Object.values(offered!.choices)).toEqual([
      "Cancel it",
      "Move it to Sat 14 Mar, 9:00 am",
      "Move it to Sat 14 Mar, 10:30 am",
      "Move it to Sun 15 Mar, 9:00 am",
      "Leave it",
    ]);
  },
);

dbTest("what stood over another by her word is put back over it", async ({ db }) => {
  const ada = await lessonAt(db, 0, "Ada");
  const bo = await anEntry(db, {
    startsAt: THURSDAY_TEN,
    firm: false,
    clientEmail: "bo@v.example",
  });
  const moved = [{ id: bo.id, version: bo.version, start: minutesLater(THURSDAY_TEN, 10_080) }];
  const over = askedBy({ overlaps: [ada, bo].map((entry) => ({ ...entry, entry })) });
  const asked = { away: { ...away, over }, cancelled: [], moved, reason: "" };
  const called = await callOff(db, owner, asked, NOW);
  const id = called.ok ? called.entry.id : "";
  expect(await undoCallOff(db, owner, id, minutesLater(NOW, 1))).toEqual({ ok: true });
  const [back] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, bo.id));
  expect([back!.startsAt, back!.firm]).toEqual([THURSDAY_TEN, false]);
});

dbTest("nothing moves to a time that is taken, and nothing else is called off", async ({ db }) => {
  const ada = await lessonAt(db, 0, "Ada");
  await lessonAt(db, 7 * 1_440, "Bo");
  expect(await callOffMoving(db, ada)).toEqual({ ok: false, reason: "changed" });
  expect(await statesOf(db)).toEqual(["Ada booked true", "Bo booked true"]);
  expect(await db.$count(emails)).toBe(0);
});

dbTest("a session that was moved again meanwhile is not put back", async ({ db }) => {
  const ada = await lessonAt(db, 0, "Ada");
  const called = await callOffMoving(db, ada);
  const id = called.ok ? called.entry.id : "";
  const start = minutesLater(THURSDAY_TEN, 8 * 1_440);
  await moveAppointment(db, asOwner(owner), { id: ada.id, start }, minutesLater(NOW, 1));
  const undone = await undoCallOff(db, owner, id, minutesLater(NOW, 2));
  expect(undone).toEqual({ ok: false, reason: "changed" });
  // What still waited named a time that is no longer hers.
  const told = await db.select().from(emails).where(eq(emails.kind, "appointment-moved"));
  expect(told.map(({ state }) => state).toSorted()).toEqual(["expired", "queued"]);
  expect(told.find(({ state }) => state === "queued")!.subject).toContain("20 March");
});

dbTest("nothing is called off where one of them is no longer as it was shown", async ({ db }) => {
  const [ada, bo] = [await lessonAt(db, 0, "Ada"), await lessonAt(db, 120, "Bo")];
  const stale = { ...bo, version: bo.version + 1 };
  expect(await callOffWith(db, [ada, stale])).toEqual({ ok: false, reason: "changed" });
  const exam = await anEntry(db, { kind: "exam", startsAt: minutesLater(THURSDAY_TEN, 300) });
  expect(await callOffWith(db, [ada, exam])).toEqual({ ok: false, reason: "changed" });
  expect(await statesOf(db)).toHaveLength(3);
  expect(await db.$count(emails)).toBe(0);
});

dbTest("nothing is called off over what was booked since it was shown", async ({ db }) => {
  const [ada, bo] = [await lessonAt(db, 0, "Ada"), await lessonAt(db, 120, "Bo")];
  expect(await callOffWith(db, [ada])).toEqual({ ok: false, reason: "changed" });
  expect(await callOffWith(db, [ada], [ada, bo])).toMatchObject({ ok: true });
});

dbTest("a form that is sent twice calls a day off once", async ({ db }) => {
  const ada = await lessonAt(db, 0, "Ada");
  const [first, second] = [await callOffWith(db, [ada]), await callOffWith(db, [ada])];
  expect([first.ok, second.ok]).toEqual([true, true]);
  expect(await statesOf(db)).toEqual(["Ill booked true", "Ada cancelled true"]);
  expect(await db.$count(emails, eq(emails.kind, "appointment-cancelled"))).toBe(1);
});

onBoth("within ten minutes it is undone, and nobody has heard of it", async ({ db }) => {
  const [ada, bo] = [await lessonAt(db, 0, "Ada"), await lessonAt(db, 120, "Bo")];
  await db.update(diaryEntries).set({ state: "requested" }).where(eq(diaryEntries.id, bo.id));
  await anEmail(db, { kind: "appointment-notice", appointmentId: ada.id, attempts: 1 });
  const called = await callOffWith(db, [ada, bo]);
  const id = called.ok ? called.entry.id : "";
  const [job] = await rowsOf<{ wait: number }>(
    db,
    sql`select extract(epoch from start_after - created_on)::int as wait from pgboss.job where name = 'letters'`,
  );
  expect(job!.wait).toBe(600);
  expect(await listUndoable(db, owner, minutesLater(NOW, 9))).toEqual(new Set([id]));
  const [first, second] = await Promise.all([
    undoCallOff(db, owner, id, minutesLater(NOW, 9)),
    undoCallOff(db, owner, id, minutesLater(NOW, 9)),
  ]);
  expect([first, second]).toEqual([{ ok: true }, { ok: true }]);
  expect(await statesOf(db)).toEqual([
    "Ill cancelled true",
    "Ada booked true",
    "Bo requested true",
  ]);
  const states = await db.select({ state: emails.state }).from(emails);
  // The one that could not leave before still does.
  expect(states.filter(({ state }) => state !== "expired")).toEqual([{ state: "queued" }]);
  expect(await db.$count(reminders)).toBeGreaterThan(0);
});

dbTest(
  "it is not undone late, nor where what was cancelled is another's by now",
  async ({ db }) => {
    const ada = await lessonAt(db, 0, "Ada");
    const called = await callOffWith(db, [ada]);
    const id = called.ok ? called.entry.id : "";
    const at = (minutes: number) => undoCallOff(db, owner, id, minutesLater(NOW, minutes));
    expect(await at(10)).toEqual({ ok: false, reason: "late" });
    expect(await listUndoable(db, owner, minutesLater(NOW, 10))).toEqual(new Set());
    await db.update(diaryEntries).set({ firm: false }).where(eq(diaryEntries.id, id));
    await lessonAt(db, 0, "Bo");
    expect(await at(5)).toEqual({ ok: false, reason: "changed" });
    expect((await statesOf(db)).toSorted()).toEqual([
      "Ada cancelled true",
      "Bo booked true",
      "Ill booked false",
    ]);
    expect(await undoCallOff(db, owner, ada.id, NOW)).toEqual({ ok: false, reason: "not-found" });
  },
);
