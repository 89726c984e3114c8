import { expect } from "vitest";
import { listActivity } from "#app/features/audit/queries.server.ts";
import { auditEntries, quoteEvents } from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import { aBooking, aMessage, anEmail, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { getClientHistory } from "./queries.server.ts";
import { findRecords } from "./search.server.ts";

const day = (date: number) => new Date(Date.UTC(2026, 2, date));

dbTest("a client's history is newest first, however their email is capitalised", async ({ db }) => {
  await aMessage(db, { email: "Ada@Client.example", createdAt: day(1) });
  await aQuote(db, { createdAt: day(2), acceptedAt: day(4) });
  await aBooking(db, {
    contactEmail: "ADA@client.example",
    studentParentName: "Ada Client",
    createdAt: day(3),
  });
  await aBooking(db, { contactEmail: "ada@client.example", createdAt: day(3), deletedAt: NOW });
  await aBooking(db, { contactEmail: "eve@client.example" });
  await anEmail(db, { subject: "Receipt", createdAt: day(5) });
  const { names, entries } = await getClientHistory(db, owner, "ada@client.example");
  expect(names).toEqual(["Ada Client", "Ada"]);
  expect(entries.map(({ kind, at }) => [kind, at.getUTCDate()])).toEqual([
    ["email", 5],
    ["quote", 4],
    ["booking", 3],
    ["quote", 2],
    ["message", 1],
  ]);
});

dbTest("an appointment stands in its client's history, with its time", async ({ db }) => {
  const { id } = await anEntry(db, { state: "requested", createdAt: day(6) });
  await anEntry(db, { firm: false, state: "requested", spamReason: "trap" });
  const { names, entries } = await getClientHistory(db, owner, "ADA@visitor.example");
  expect(names).toEqual(["Ada Visitor"]);
  expect(entries).toEqual([
    {
      kind: "appointment",
      id,
      at: day(6),
      title: "Appointment: Voice and piano, 60 minutes",
      text: "Thu 12 Mar 2026, 10:00 am, requested",
    },
  ]);
});

dbTest(
  "appointments are found by client, student and title, the next one first",
  async ({ db }) => {
    const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
    const past = await anEntry(db, { startsAt: inDays(-2) });
    const next = await anEntry(db, { startsAt: inDays(3), student: "Bo" });
    const last = await anEntry(db, { startsAt: inDays(9), state: "cancelled" });
    await anEntry(db, { firm: false, state: "requested", spamReason: "trap" });
    const nobody = { clientName: null, clientEmail: null };
    await anEntry(db, { kind: "block", title: "Practice", ...nobody, startsAt: inDays(5) });
    const found = async (typed: string) => (await findRecords(db, owner, typed, NOW)).appointments;
    expect((await found("ada vis")).map(({ id }) => id)).toEqual([next.id, last.id, past.id]);
    expect(await found("bo")).toEqual([
      { id: next.id, name: "Bo", about: "Fri 13 Mar, 1:00 pm, Voice and piano, 60 minutes" },
    ]);
    expect(await found("practice")).toMatchObject([{ name: "Practice" }]);
    expect((await findRecords(db, owner, "ada vis", NOW)).clients).toEqual([
      { name: "Ada Visitor", email: "ada@visitor.example" },
    ]);
  },
);

onBoth("clients and quotes are found by text, each person once", async ({ db }) => {
  const { id } = await aQuote(db, {});
  await aBooking(db, { contactEmail: "ADA@client.example", studentParentName: "Ada C" });
  await aBooking(db, { contactEmail: "mei@family.example", studentParentName: "Mei Tan" });
  expect(await findRecords(db, owner, "ad cl")).toMatchObject({
    clients: [{ name: "Ada Client", email: "ada@client.example" }],
    quotes: [{ id, name: "Ada Client", about: "Garden party" }],
  });
  expect(await findRecords(db, owner, "tan")).toMatchObject({
    clients: [{ name: "Mei Tan", email: "mei@family.example" }],
    quotes: [],
  });
  expect(await findRecords(db, owner, " ")).toEqual({
    clients: [],
    appointments: [],
    quotes: [],
    invoices: [],
    bookings: [],
    messages: [],
  });
});

dbTest.for([
  ["a number of the quote's", (id: string) => id.slice(2, 7)],
  ["the middle of a word", () => "LIEN"],
  ["an email after its @", () => "@client.exam"],
  ["words in any order", () => "piano ada"],
  ["two characters that begin a word", () => "gà"],
] satisfies [string, (id: string) => string][])(
  "a quote is found by %s",
  async ([, typed], { db }) => {
    const { id } = await aQuote(db, { eventTitle: "Garden party (Gàla)" });
    await aQuote(db, {
      slug: "other",
      clientName: "Mei Tan",
      clientEmail: "mei@family.org",
      eventTitle: "Recital",
      invoiceType: "Recital Quote",
    });
    expect((await findRecords(db, owner, typed(id))).quotes.map((quote) => quote.id)).toEqual([id]);
    expect((await findRecords(db, owner, "%")).quotes).toEqual([]);
  },
);

dbTest("the sender of a message is found by name and email, not by the message", async ({ db }) => {
  const message = "Do you teach adults?";
  await aMessage(db, { name: "Piet O'Hara", email: "piet@visitor.example", message });
  const found = async (typed: string) =>
    (await findRecords(db, owner, typed)).clients.map(({ name }) => name);
  expect([await found("ad"), await found("isitor.ex"), await found("o'hara")]).toEqual([
    [],
    ["Piet O'Hara"],
    ["Piet O'Hara"],
  ]);
});

dbTest("the activity log has changes and events of quotes, newest first", async ({ db }) => {
  const quote = await aQuote(db, {});
  await db.insert(auditEntries).values([
    {
      at: day(1),
      actor: owner.email,
      action: "changed",
      subjectKind: "booking",
      subjectId: quote.id,
      label: "Mei",
      before: { status: "pending" },
      after: { status: "booked" },
    },
    { at: day(3), actor: owner.email, action: "deleted", subjectKind: "template", label: "Thanks" },
  ]);
  await db
    .insert(quoteEvents)
    .values({ quoteId: quote.id, kind: "accepted", actor: "client", at: day(2) });
  const asked = (search: string, filters = {}) =>
    listActivity(db, owner, { search, sort: "-at", page: 1, pageSize: 50, filters });
  const { rows, total } = await asked("");
  expect(total).toBe(3);
  expect(rows).toMatchObject([
    { at: day(3), action: "deleted", kind: "template", label: "Thanks", id: null },
    {
      at: day(2),
      action: "accepted",
      kind: "quote",
      label: "Ada Client, Live Piano Services Quote",
      actor: "client",
      id: quote.id,
    },
    {
      at: day(1),
      action: "changed",
      kind: "booking",
      before: { status: "pending" },
      after: { status: "booked" },
    },
  ]);
  const told = async (search: string, filters = {}) =>
    (await asked(search, filters)).rows.map(({ action }) => action);
  expect(await told("ada")).toEqual(["accepted"]);
  expect(await told("hank")).toEqual(["deleted"]);
  expect(await told("", { kind: "booking" })).toEqual(["changed"]);
  expect(await told("", { kind: "quote" })).toEqual(["accepted"]);
});
