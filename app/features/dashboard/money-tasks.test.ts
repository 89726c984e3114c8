import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { releaseReminders } from "#app/features/invoices/reminder-plans.server.ts";
import { bankImports, reminders } from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, aPayment, aQuote, owner, theBusiness } from "#tests/support/factories.ts";
import { getOverdue } from "./money-tasks.server.ts";
import type { TaskGroup } from "./model.ts";
import type { TaskRules } from "./task-group.server.ts";
import { getTasks } from "./tasks.server.ts";

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
