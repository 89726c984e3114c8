import { expect } from "vitest";
import type { Administrator } from "#app/features/auth/model.ts";
import { releaseReminders } from "#app/features/invoices/reminder-plans.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  bankImports,
  contactMessages,
  reminders,
  users,
} from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry } from "#tests/support/diary.ts";
import {
  aBooking,
  anEmail,
  anInvoice,
  aPayment,
  aQuote,
  owner,
  theBusiness,
} from "#tests/support/factories.ts";
import { isOverdue, maxTasks, type TaskGroup } from "./model.ts";
import { getOverdue } from "./money-tasks.server.ts";
import { getPreviousVisit, getWaitingCounts, recordVisit } from "./queries.server.ts";
import type { TaskRules } from "./task-group.server.ts";
import { getTasks } from "./tasks.server.ts";

/** Noon on Tuesday, 10 March 2026 in Melbourne. */
const now = new Date("2026-03-10T01:00:00Z");
const since = new Date("2026-03-09T06:00:00Z");
const rules: TaskRules = {
  cutOff: (examDate) => addDays(examDate, -14),
  balanceOf: ({ eventDate }) => ({ amount: 600_00, due: addDays(eventDate!, -7) }),
  hoursOf: () => "6:00–9:00 pm",
};

const today = (db: Db, last: Date | null = since) =>
  getTasks(db, owner, { since: last, now, rules });
const linesOf = (groups: TaskGroup[], kind: TaskGroup["kind"]) =>
  groups.find((group) => group.kind === kind)?.tasks ?? [];

const message = { name: "Piet", email: "piet@visitor.example", message: "Good\nmorning!" };
const aMessage = (db: Db, given: Partial<typeof contactMessages.$inferInsert> = {}) =>
  db.insert(contactMessages).values({ ...message, createdAt: now, receivedAt: now, ...given });

dbTest("nothing is waiting while nothing is new, due or failed", async ({ db }) => {
  await aMessage(db, { state: "answered" });
  await aMessage(db, { spamReason: "trap" });
  await aBooking(db, { status: "cancelled", examDate: "2026-03-12" });
  await aBooking(db, { status: "booked", examDate: "2026-03-25" });
  await aBooking(db, { deletedAt: now });
  await aQuote(db, { slug: "long gone", validUntil: "2026-01-01" });
  await aQuote(db, { slug: "last year", acceptedAt: new Date("2025-03-01") });
  expect(await today(db)).toEqual([]);
});

dbTest("a new enquiry is named, with what it says and when it came", async ({ db }) => {
  await aMessage(db);
  const [group] = await today(db);
  expect(group).toEqual({
    kind: "messages",
    total: 1,
    tasks: [
      {
        id: expect.any(String),
        who: "Piet",
        what: "Good morning!",
        when: { at: now },
        urgent: null,
        isNew: true,
      },
    ],
  });
});

dbTest("an event enquiry says its date and what is planned", async ({ db }) => {
  const event = {
    firstName: "Ines",
    lastName: "Garland",
    phone: "",
    suburb: "Kew",
    eventDescription: "A garden wedding",
    pianoType: "",
    eventDate: "2026-12-05",
  };
  await aMessage(db, { event });
  expect(linesOf(await today(db), "messages")[0]!.what).toBe(
    "Event on Sat 5 Dec: A garden wedding",
  );
});

dbTest("what came since the last visit is first, then what has waited longest", async ({ db }) => {
  for (const [name, at] of [
    ["older", "2026-03-02T01:00:00Z"],
    ["oldest", "2026-03-01T01:00:00Z"],
    ["since", "2026-03-09T22:00:00Z"],
  ] as const)
    await aMessage(db, { name, createdAt: new Date(at), receivedAt: new Date(at) });
  const lines = linesOf(await today(db), "messages");
  expect(lines.map(({ who, isNew }) => [who, isNew])).toEqual([
    ["since", true],
    ["oldest", false],
    ["older", false],
  ]);
});

dbTest("at the first visit nothing is marked as new", async ({ db }) => {
  await aMessage(db);
  await aQuote(db, { acceptedAt: now });
  const groups = await today(db, null);
  expect(groups.map(({ kind }) => kind)).toEqual(["messages", "accepted"]);
  expect(groups.flatMap(({ tasks }) => tasks.map(({ isNew }) => isNew))).toEqual([false, false]);
});

dbTest("a group shows a few and counts the rest", async ({ db }) => {
  for (let index = 0; index < maxTasks + 3; index++) await aMessage(db);
  const [group] = await today(db);
  expect([group!.tasks.length, group!.total]).toEqual([maxTasks, maxTasks + 3]);
});

dbTest("drafts that were not sent are named, the last changed first", async ({ db }) => {
  const draft = (clientName: string, created: string, updated: string | null = null) =>
    aQuote(db, {
      clientName,
      slug: null,
      draft: true,
      createdAt: new Date(created),
      updatedAt: updated === null ? null : new Date(updated),
    });
  await draft("older", "2026-03-01T01:00:00Z");
  await draft("newer", "2026-03-05T01:00:00Z");
  await draft("changed", "2026-02-01T01:00:00Z", "2026-03-06T01:00:00Z");
  await aQuote(db, { slug: "sent" });
  const lines = linesOf(await today(db), "drafts");
  expect(lines.map(({ who }) => who)).toEqual(["changed", "newer", "older"]);
  expect(lines[0]).toMatchObject({
    what: "Garden party, A$1,200.00",
    when: { word: "changed", at: new Date("2026-03-06T01:00:00Z") },
    urgent: null,
    isNew: false,
  });
});

dbTest("quotes that wait are apart from those that expired unanswered", async ({ db }) => {
  const quote = (slug: string, validUntil: string | null) =>
    aQuote(db, { slug, clientName: slug, validUntil });
  await quote("open", null);
  await quote("next month", "2026-04-10");
  await quote("tonight", "2026-03-10");
  await quote("in three days", "2026-03-13");
  await quote("yesterday", "2026-03-09");
  const groups = await today(db);
  expect(linesOf(groups, "waiting").map(({ who, urgent }) => [who, urgent])).toEqual([
    ["tonight", "Expires tonight"],
    ["in three days", "Expires in 3 days"],
    ["next month", null],
    ["open", null],
  ]);
  expect(linesOf(groups, "expired").map(({ who, isNew }) => [who, isNew])).toEqual([
    ["yesterday", true],
  ]);
});

dbTest("exams inside two weeks are shown with booked ones first", async ({ db }) => {
  await aBooking(db, { studentParentName: "asked", examDate: "2026-03-11", status: "contacted" });
  await aBooking(db, { studentParentName: "booked", examDate: "2026-03-24", status: "booked" });
  await aBooking(db, {
    studentParentName: "parent",
    candidateName: "child",
    examDate: "2026-03-23",
    examTime: null,
    status: "booked",
  });
  expect(linesOf(await today(db), "exams").map(({ who, urgent }) => [who, urgent])).toEqual([
    ["child", "Sheet music was due Mon 9 Mar"],
    ["booked", null],
    ["asked", "Not booked yet · Sheet music was due Wed 25 Feb"],
  ]);
});

dbTest("an accepted event inside two weeks says its hours and its balance", async ({ db }) => {
  await aQuote(db, { acceptedAt: new Date("2026-02-01"), eventDate: "2026-03-14" });
  expect(linesOf(await today(db), "events")).toMatchObject([
    {
      who: "Ada Client",
      what: "Garden party, 6:00–9:00 pm, Kew",
      when: { day: "2026-03-14" },
      urgent: "Balance of A$600.00 was due Sat 7 Mar",
    },
  ]);
});

dbTest("a failed email is named by recipient and subject", async ({ db }) => {
  await anEmail(db);
  await anEmail(db, { state: "failed", settledAt: now });
  expect(linesOf(await today(db), "emails")).toMatchObject([
    { who: "ada@client.example", what: "Hello", when: { at: now }, isNew: true },
  ]);
});

dbTest.each([
  ["Thursday", "2026-03-05T01:00:00Z", "2026-03-09T12:59:00Z", false],
  ["Thursday", "2026-03-05T01:00:00Z", "2026-03-09T13:01:00Z", true],
  ["Saturday", "2026-03-07T01:00:00Z", "2026-03-10T12:59:00Z", false],
  ["Saturday", "2026-03-07T01:00:00Z", "2026-03-10T13:01:00Z", true],
])("an enquiry of %s, %s, is overdue at %s: %s", (_day, received, at, overdue) => {
  expect(isOverdue(new Date(received), new Date(at))).toBe(overdue);
});

const me: Administrator = { userId: "me", email: "me@example.com", role: "owner" };
const at = (time: string) => new Date(`2026-03-10T${time}:00Z`);

dbTest("a visit ends after thirty minutes without the admin", async ({ db }) => {
  await db.insert(users).values({ id: me.userId, name: "", email: me.email });
  const previous = async (time: string) => {
    const before = await getPreviousVisit(db, me, at(time));
    await recordVisit(db, me, at(time));
    expect(await getPreviousVisit(db, me, at(time))).toEqual(before);
    return before;
  };
  expect(await previous("01:00")).toBeNull();
  expect(await previous("01:29")).toBeNull();
  expect(await previous("02:00")).toEqual(at("01:29"));
  expect(await previous("02:10")).toEqual(at("01:29"));
  expect(await previous("02:50")).toEqual(at("02:10"));
});

dbTest("the navigation counts what is unread, waiting, overdue or failed", async ({ db }) => {
  await aMessage(db);
  await aMessage(db, { state: "answered" });
  await aBooking(db, {});
  await aBooking(db, { status: "booked" });
  await aQuote(db, { validUntil: "2026-03-10" });
  await aQuote(db, { slug: "expired", validUntil: "2026-03-09" });
  await aQuote(db, { slug: "accepted", acceptedAt: now });
  await anEmail(db);
  await anEmail(db, { state: "failed" });
  await anInvoice(db, { dueOn: "2026-03-09" });
  await anInvoice(db, { number: "INV-0002", dueOn: "2026-03-10" });
  await anEntry(db, { state: "requested" });
  await anEntry(db, { startsAt: new Date("2026-03-12T03:00:00Z") });
  await anEntry(db, { state: "requested", firm: false, spamReason: "trap" });
  expect(await getWaitingCounts(db, owner, now)).toEqual({
    messages: 1,
    requests: 1,
    bookings: 1,
    quotes: 1,
    invoices: 1,
    emails: 1,
  });
});

dbTest(
  "overdue is what is still to come after its due day, from each client once",
  async ({ db }) => {
    expect(await getOverdue(db, owner, now)).toBeNull();
    const late = { dueOn: "2026-03-09" };
    const { id } = await anInvoice(db, late);
    await aPayment(db, { salesInvoiceId: id, amount: 225_00 });
    expect(await getOverdue(db, owner, now)).toEqual({
      amount: 550_00,
      clients: 1,
      name: "Ada Client",
    });
    await anInvoice(db, { ...late, number: "INV-0002", buyerEmail: "ADA@client.example" });
    await anInvoice(db, { ...late, number: "INV-0003", buyerEmail: "b@b.example", total: 225_00 });
    const paid = await anInvoice(db, { ...late, number: "INV-0004", buyerEmail: "c@c.example" });
    await aPayment(db, { salesInvoiceId: paid.id });
    await anInvoice(db, { ...late, number: "INV-0005", voidedAt: now });
    await anInvoice(db, { number: "INV-0006", dueOn: "2026-03-10" });
    expect(await getOverdue(db, owner, now)).toEqual({ amount: 1550_00, clients: 2, name: null });
  },
);

dbTest("a balance without a due date is a task", async ({ db }) => {
  await anInvoice(db, { number: null, kind: "balance", dueOn: null, createdAt: now });
  const [group] = await today(db);
  expect(group).toMatchObject({
    kind: "invoices",
    total: 1,
    tasks: [{ who: "Ada Client", what: "Balance for Garden party, A$775.00" }],
  });
});

dbTest(
  "reminders that wait for the bank are one task a client, until they are sent",
  async ({ db }) => {
    await theBusiness(db);
    const late = async (number: string, buyerEmail: string, dueOn: string) => {
      const { id } = await anInvoice(db, { number, buyerEmail, dueOn });
      const step = "1-day-overdue";
      await db.insert(reminders).values({ recordKind: "invoice", recordId: id, step, dueOn });
      return id;
    };
    const first = await late("INV-0001", "ada@client.example", "2026-03-02");
    const third = await late("INV-0003", "ADA@client.example", "2026-03-04");
    const other = await late("INV-0002", "max@other.example", "2026-03-03");
    const [group] = await today(db);
    expect(group).toMatchObject({
      kind: "reminders",
      total: 2,
      invoices: [first, third, other],
      tasks: [
        {
          who: "Ada Client",
          what: "INV-0001 and INV-0003, A$1,550.00",
          when: { word: "due", day: "2026-03-02" },
          invoices: [first, third],
        },
        { what: "INV-0002, A$775.00" },
      ],
    });
    await releaseReminders(db, owner, [first, third], now);
    expect(linesOf(await today(db), "reminders")).toMatchObject([{ invoices: [other] }]);
    await db
      .insert(bankImports)
      .values({ createdBy: owner.email, createdAt: now, coversUntil: "2026-03-09" });
    expect(linesOf(await today(db), "reminders")).toEqual([]);
  },
);

dbTest(
  "an event says what is left on its invoices, and nothing once they are paid",
  async ({ db }) => {
    const quote = await aQuote(db, { eventDate: "2026-03-14", acceptedAt: new Date("2026-02-01") });
    const ofQuote = { quoteId: quote.id, total: 600_00 };
    const deposit = await anInvoice(db, { ...ofQuote, dueOn: "2026-02-08" });
    const balance = await anInvoice(db, { ...ofQuote, number: "INV-0002", dueOn: "2026-03-11" });
    const event = async () => linesOf(await today(db), "events")[0]!;
    const note = async () => (await event()).urgent;
    expect(await note()).toBe("A$1,200.00 was due Sun 8 Feb");
    expect((await event()).isAhead).toBe(false);
    await aPayment(db, { salesInvoiceId: deposit.id, amount: 600_00 });
    expect(await note()).toBe("A$600.00 is due Wed 11 Mar");
    expect((await event()).isAhead).toBe(true);
    await aPayment(db, { salesInvoiceId: balance.id, amount: 600_00 });
    expect(await note()).toBeNull();
  },
);
