import { type SQL, sql } from "drizzle-orm";
import { expect } from "vitest";
import { auditEntries, contactMessages } from "#app/server/database/tables.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { playingTime } from "#app/features/quotes/pricing.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aBooking, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { phoneDigits } from "./model.ts";
import { getNextDates } from "./queries.server.ts";
import { getClientNotes, saveClientNotes } from "./notes.server.ts";
import { listClients } from "./people.server.ts";
import { findRecords } from "./search.server.ts";

const day = (date: number) => new Date(Date.UTC(2026, 2, date));
const list = { search: "", sort: "-last", page: 1, pageSize: 50, filters: {} };
const people = async (db: Db, given: Partial<typeof list> = {}) =>
  (await listClients(db, owner, { ...list, ...given }, NOW)).rows;

const event = {
  firstName: "Ada",
  lastName: "Client",
  phone: "0412 345 678",
  suburb: "",
  eventDescription: "",
  pianoType: "",
};
const aMessage = (db: Db, given: Partial<typeof contactMessages.$inferInsert> = {}) =>
  db.insert(contactMessages).values({
    name: "Ada",
    email: "Ada@Client.example",
    message: "Could you play for us? Ring me on 0412 345 678.",
    createdAt: day(1),
    ...given,
  });

dbTest(
  "each person is listed once, with the latest name and everything they have",
  async ({ db }) => {
    await aMessage(db, { event });
    await aQuote(db, { createdAt: day(2) });
    await aBooking(db, {
      contactEmail: "ada@client.EXAMPLE",
      studentParentName: "Ada C. Client",
      createdAt: day(3),
      status: "booked",
    });
    await aBooking(db, { createdAt: day(2) });
    await aMessage(db, { email: "spam@bot.example", spamReason: "trap" });
    expect(await people(db)).toEqual([
      {
        email: "ada@client.example",
        name: "Ada C. Client",
        phone: "0412 345 678",
        lastContact: day(3),
        messages: 1,
        quotes: 1,
        exams: 1,
        appointments: 0,
        invoices: 0,
        toAnswer: 1,
        waiting: 1,
        owed: 0,
        overdue: 0,
        open: 2,
      },
      {
        email: "mei@family.example",
        name: "Mei Tan",
        phone: null,
        lastContact: day(2),
        messages: 0,
        quotes: 0,
        exams: 1,
        appointments: 0,
        invoices: 0,
        toAnswer: 1,
        waiting: 0,
        owed: 0,
        overdue: 0,
        open: 1,
      },
    ]);
  },
);

dbTest("whoever only has an appointment is a client, too", async ({ db }) => {
  await anEntry(db, { state: "requested", createdAt: day(4) });
  await anEntry(db, { startsAt: day(20), createdAt: day(3) });
  await anEntry(db, { clientEmail: "bot@spam.example", firm: false, spamReason: "trap" });
  await anEntry(db, { kind: "block", clientEmail: null, clientName: null, startsAt: day(22) });
  const found = { email: "ada@visitor.example", appointments: 2, open: 1, lastContact: day(4) };
  expect(await people(db)).toMatchObject([found]);
  expect(await people(db, { search: "visitor" })).toMatchObject([found]);
});

onBoth("clients are sorted, searched by name or phone, and turned page by page", async ({ db }) => {
  await aMessage(db);
  await aBooking(db, { createdAt: day(2) });
  const emails = async (given: Partial<typeof list>) =>
    (await people(db, given)).map(({ email }) => email);
  const [ada, mei] = ["ada@client.example", "mei@family.example"];
  expect(await emails({ sort: "name" })).toEqual([ada, mei]);
  expect(await emails({ sort: "-name" })).toEqual([mei, ada]);
  expect(await emails({ search: "tan" })).toEqual([mei]);
  expect(await emails({ search: "+61 412 345 678" })).toEqual([ada]);
  expect(await emails({ pageSize: 1, page: 2 })).toEqual([ada]);
  expect(await emails({ search: "nobody" })).toEqual([]);
});

const at = sql`timestamptz '2026-01-01' + (n * 7919 % 197) * interval '1 hour'`;
/** `client`: the name and the email of the client of lesson `n`. */
const addLessons = (db: Db, count: number, client: SQL) =>
  db.execute(sql`insert into diary_entries (kind, title, client_name, client_email, starts_at, ends_at,
      busy_from, busy_until, state, created_at)
    select 'appointment', 'Lesson', ${client}, ${at}, ${at} + interval '1 hour', ${at},
      ${at} + interval '1 hour', 'done', ${at} from generate_series(1, ${count}::int) n`);

onBoth("a page of a long list has what reading everything finds there", async ({ db }) => {
  const many = sql`generate_series(1, 60) n`;
  await db.execute(sql`insert into contact_messages (name, email, message, created_at, suspicion)
    select 'M ' || n, 'm' || n % 40 || '@X.example', 'Hi', ${at}, case when n % 9 = 0 then 'trap' end from ${many}`);
  await db.execute(sql`insert into ameb_bookings (student_parent_name, contact_email, exam_board_grade,
      service_required, created_at, deleted_at)
    select 'B ' || n, 'b' || n % 9 || '@x.example', '3', '{}', ${at}, case when n % 7 = 0 then now() end
    from ${many}`);
  await db.execute(sql`insert into invoices (client_name, client_email, invoice_type, total_amount, created_at,
      accepted_at, rejected_at)
    select 'Q ' || n, 'm' || n % 50 || '@x.example', 'Quote', 1, ${at},
      case when n % 3 = 0 then ${at} + interval '9 days' end, 
      case when n % 15 = 1 then ${at} + interval '99 days' end
      from ${many}`);
  const nameOrNone = sql`case when n % 4 > 0 and n < 45 then 'D ' || n end`;
  await addLessons(db, 60, sql`${nameOrNone}, 'd' || n % 20 || '@x.example'`);
  await db.execute(
    sql`insert into client_notes (email, name) select 'i' || n || '@x.example', 'I' from generate_series(1, 2100) n`,
  );
  await db.execute("update client_notes set name = 'm ' || email where email like 'i1%'");
  await db.execute("analyze");
  for (const sort of ["-last", "last", "name", "-name", "-open", "open"]) {
    const whole = { ...list, sort, pageSize: null } as never;
    const { rows } = await listClients(db, owner, whole, NOW);
    for (const page of [1, 7]) {
      const found = await listClients(db, owner, { ...list, sort, page }, NOW);
      expect([sort, found.rows]).toEqual([sort, rows.slice(page * 50 - 50, page * 50)]);
      expect([found.total >= 2_000, Boolean(found.isCut)]).toEqual([true, false]);
    }
  }
  const all = await listClients(db, owner, { ...list, pageSize: null } as never, NOW);
  const late = await listClients(db, owner, { ...list, page: 41 }, NOW);
  expect([late.total, late.rows]).toEqual([all.total, all.rows.slice(2_000, 2_050)]);
  const { page, total, isMore } = await listClients(db, owner, { ...list, page: 9_999 }, NOW);
  expect([page, total, isMore]).toEqual([Math.ceil(all.total / 50), all.total, undefined]);
});

onBoth("a very long list ends, and says so", async ({ db }) => {
  await db.execute(sql`insert into client_notes (email, name)
    select 'c' || n || '@client.example', 'C ' || n from generate_series(1, 26000) n`);
  for (const sort of ["-last", "last", "name", "-name", "-open", "open"]) {
    const { page, rows, isCut } = await listClients(db, owner, { ...list, sort, page: 999 }, NOW);
    expect([sort, isCut, page, rows.length]).toEqual([sort, true, 40, 50]);
  }
  const search = { ...list, search: "client" };
  const first = await listClients(db, owner, search, NOW);
  expect([first.total, first.isMore, first.isCut]).toEqual([500, true, false]);
  const last = await listClients(db, owner, { ...search, page: 10 }, NOW);
  expect([last.rows.length, last.isMore, last.isCut]).toEqual([50, true, true]);
});

onBoth("a very long list counts people, and only those it could read", async ({ db }) => {
  await db.execute(
    "insert into client_notes (email) select 'n' || n from generate_series(1, 25001) n",
  );
  await addLessons(db, 2_100, sql`null, 'n' || n || '@x.example'`);
  const named = { ...list, sort: "name", page: 2 };
  const all = await listClients(db, owner, named, NOW);
  expect([all.total, all.isMore]).toEqual([2_100, undefined]);
  const pupil = sql`case n when 197 then 'past' else 'p' || n % 30 end || '@pupil.example'`;
  await addLessons(db, 2_100, sql`'P', ${pupil}`);
  await db.execute("analyze");
  const { rows, ...read } = await listClients(db, owner, named, NOW);
  expect([read, rows.length]).toEqual([{ total: 31, page: 1, isMore: true, isCut: true }, 31]);
  const found = await listClients(db, owner, { ...list, search: "pupil" }, NOW);
  expect([found.total, found.isMore]).toEqual([31, undefined]);
  expect(found.rows.at(-1)?.email).toBe("past@pupil.example");
});

dbTest.each([
  ["0412 345 678", "412345678"],
  ["+61412345678", "412345678"],
  ["(0412) 345-678", "412345678"],
  ["412345678", "412345678"],
  ["0061 412 345 678", "412345678"],
  ["345 678", "345678"],
  ["1234", null],
  ["grade 5", null],
])("%s is looked up as %s", (typed, digits) => {
  expect(phoneDigits(typed)).toBe(digits);
});

dbTest.for(["0412 345 678", "+61412345678", "412345678"])(
  "a number in a message, in the notes or of a booking is found as %s",
  async (typed, { db }) => {
    await anEntry(db, { clientEmail: "cy@client.example", phone: "0412-345-678" });
    await aMessage(db);
    await saveClientNotes(db, owner, "bo@client.example", { phone: "+61 412 345 678", notes: "" });
    const { clients, messages, appointments } = await findRecords(db, owner, typed);
    const emails = ["cy@client.example", "Ada@Client.example", "bo@client.example"];
    expect(clients.map(({ email }) => email)).toEqual(emails);
    expect([messages.length, appointments.length]).toEqual([1, 1]);
    const listed = await people(db, { search: typed, sort: "name" });
    expect(listed.map(({ phone }) => phone)).toContain("0412-345-678");
  },
);

onBoth("a message is found by its words, with the place where they stand", async ({ db }) => {
  await aMessage(db, {
    message: "Good morning! We are planning a small party in spring.\nDo you own a harpsichord?",
  });
  expect((await findRecords(db, owner, "harpsi")).messages).toMatchObject([
    { name: "Ada", about: "... spring. Do you own a harpsichord?" },
  ]);
});

dbTest("a candidate is found by name", async ({ db }) => {
  const { id } = await aBooking(db, { candidateName: "Lucas Zhao" });
  const { bookings } = await findRecords(db, owner, "zhao");
  expect(bookings).toMatchObject([{ id, name: "Lucas Zhao" }]);
});

dbTest("a booking is found by its venue and by each of its works", async ({ db }) => {
  const { id } = await aBooking(db, {
    examVenue: "Orangery, South Bank",
    works: "Vivaldi: Allegro\nÖhquist: Dance",
  });
  for (const typed of ["orangery", "south bank", "vivaldi allegro", "öhqu", "öh"])
    expect((await findRecords(db, owner, typed)).bookings, typed).toMatchObject([{ id }]);
});

dbTest("a phone number is the latest that they gave until another is saved", async ({ db }) => {
  const [clientEmail, phone] = ["Ada@client.example", "0499 999 999"];
  await anEntry(db, { clientEmail, phone, createdAt: day(2) });
  expect((await getClientNotes(db, owner, "ada@client.example")).phone).toBe(phone);
  await aMessage(db, { event, createdAt: day(3) });
  const shown = await getClientNotes(db, owner, "ADA@client.example");
  expect(shown).toEqual({ phone: "0412 345 678", notes: "", updatedAt: null });
  const given = { phone: "03 9000 0000", notes: "Likes Fauré" };
  expect(await saveClientNotes(db, owner, "Ada@client.example", given, NOW)).toBe("saved");
  const saved = await getClientNotes(db, owner, "ada@client.example");
  expect(saved).toEqual({ ...given, updatedAt: NOW.toISOString() });
  expect(await db.select().from(auditEntries)).toMatchObject([
    { action: "changed", label: "phone and notes of ada@client.example" },
  ]);
});

dbTest(
  "notes that another program dated with no day are shown and can be saved",
  async ({ db }) => {
    await db.execute(
      sql`insert into client_notes values ('ada@client.example', '1', 'Old', 'infinity')`,
    );
    const { notes, updatedAt } = await getClientNotes(db, owner, "ada@client.example");
    expect(notes).toBe("Old");
    const given = { phone: "", notes: "New", updatedAt: updatedAt! };
    expect(await saveClientNotes(db, owner, "ada@client.example", given, NOW)).toBe("saved");
  },
);

dbTest("a stale tab saves no notes over newer ones", async ({ db }) => {
  const save = (notes: string, updatedAt: string | undefined, when: Date) =>
    saveClientNotes(db, owner, "ada@client.example", { phone: "", notes, updatedAt }, when);
  await save("first", "", day(1));
  expect(await save("from a stale tab", "", day(2))).toBe("stale");
  expect(await save("second", day(1).toISOString(), day(2))).toBe("saved");
  expect((await getClientNotes(db, owner, "ada@client.example")).notes).toBe("second");
});

dbTest("next dates are exams, rehearsals and accepted events from today on", async ({ db }) => {
  const mine = { contactEmail: "ada@client.example" };
  await aBooking(db, { ...mine, examDate: "2026-04-02", rehearsalDate: "2026-03-30" });
  await aBooking(db, { ...mine, examDate: "2026-03-09" });
  await aBooking(db, { ...mine, examDate: "2026-03-20", status: "cancelled" });
  await aQuote(db, {
    eventDate: "2026-03-15",
    eventStart: "12:00",
    eventEnd: "16:00",
    details: { selected_add_ons: { extraHour: true, rehearsal: false } },
    acceptedAt: day(1),
  });
  await aBooking(db, {
    ...mine,
    examDate: null,
    rehearsalDate: "2026-03-31",
    rehearsalTime: "24:00",
  });
  await aQuote(db, { slug: "open", eventDate: "2026-03-16" });
  const dates = await getNextDates(db, owner, "Ada@client.example", playingTime, NOW);
  expect(dates.map(({ day: on, what }) => `${on} ${what}`)).toEqual([
    "2026-03-15 Garden party, 12:00–5:00 pm, Kew",
    "2026-03-30 Rehearsal: AMEB Grade 5 violin",
    "2026-03-31 Rehearsal: AMEB Grade 5 violin",
    "2026-04-02 Exam: AMEB Grade 5 violin, 10:40 am",
  ]);
});
