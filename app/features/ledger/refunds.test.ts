import { readFileSync } from "node:fs";
import { join } from "node:path";
import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { getOverdue, findRefunds } from "#app/features/dashboard/money-tasks.server.ts";
import { quoteReminders } from "#app/features/quotes/sending.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { RefundPurpose } from "#app/server/database/enums.ts";
import { emails, payments, reminders, refundAnswers } from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { bookMoney } from "#tests/support/agreed-invoices.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aPayment, anInvoice, owner, theBusiness } from "#tests/support/factories.ts";
import { atHour } from "#tests/support/reminders.tsx";
import { migrationsFolder } from "#app/server/database/migrations.server.ts";
import {
  getInvoice,
  findAccount,
  findPublicInvoice,
} from "#app/features/invoices/queries.server.ts";
import { headlineOf, nextPayment } from "#app/features/invoices/public-invoice.ts";
import { getMoneySums } from "./lists.server.ts";
import { type Invoice, invoiceState, isToPay } from "#app/features/invoices/model.ts";
import {
  recordTypedPayment,
  undoPayment,
  explainRefunds,
  recordPayment,
} from "./payments.server.ts";
import { invoiceReminders } from "#app/features/invoices/reminders.server.tsx";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";
import { creditInvoice } from "./corrections.server.ts";

const NOW = new Date("2026-11-24T03:00:00Z");
const dueOn = "2026-11-28";

async function aPaid(db: Db, paid = 775_00) {
  await theBusiness(db);
  const invoice = await anInvoice(db);
  await aPayment(db, { salesInvoiceId: invoice.id, amount: paid });
  return invoice.id;
}

async function refund(
  db: Db,
  id: string,
  amount: number,
  refundFor: RefundPurpose,
  { key = "a-key", shown }: { key?: string; shown?: Invoice | undefined } = {},
) {
  const { paid, total, credited } = shown ?? (await findAccount(db, id))!;
  const typed = {
    paidOn: "2026-11-24",
    amount: -amount,
    method: "bank-transfer",
    reason: "The party was cancelled",
    refundFor,
  } as const;
  const seen = { key, seenRest: total - credited - paid, seenPaid: paid };
  return recordTypedPayment(db, owner, id, typed, seen, NOW);
}

/** As the card service does, which does not say why. */
const reported = (db: Db, id: string, amount: number) => {
  const byCard = { method: "card", reason: "Refunded by card", externalId: "re_1" } as const;
  return bookMoney(db, id, { ...byCard, amount: -amount }, NOW, "Card payments");
};

/** The subjects of what goes out until long after it was due. */
async function remindersOf(db: Db) {
  for (let day = -4; day <= 20; day++)
    await sendDueReminders(
      db,
      { quote: quoteReminders, invoice: invoiceReminders },
      atHour(addDays(dueOn, day), 10),
    );
  const sent = await db
    .select({ subject: emails.subject })
    .from(emails)
    .where(eq(emails.kind, "invoice-reminder"))
    .orderBy(asc(emails.createdAt));
  return sent.map(({ subject }) => subject);
}

const stateOf = async (db: Db, id: string, today = "2026-11-24") =>
  invoiceState((await findAccount(db, id))!, today);

const creditNotes = async (db: Db, id: string) =>
  (await getInvoice(db, owner, id))!.creditNotes.map(({ total, note }) => [total, note]);

describe("a refund that the owner records", () => {
  dbTest("because it is called off is credited at once, and nobody is reminded", async ({ db }) => {
    const id = await aPaid(db);
    expect(await refund(db, id, 775_00, "called-off")).toMatchObject({
      ok: true,
      creditNote: { number: "CN-0001", total: 775_00 },
    });
    expect(await stateOf(db, id)).toBe("credited");
    expect(await creditNotes(db, id)).toEqual([[775_00, "The party was cancelled"]]);
    expect(await remindersOf(db)).toEqual([]);
  });

  dbTest("of a part lowers the price by that part", async ({ db }) => {
    const id = await aPaid(db, 500_00);
    await refund(db, id, 100_00, "called-off");
    expect(await creditNotes(db, id)).toEqual([[100_00, "The party was cancelled"]]);
    expect(await findAccount(db, id)).toMatchObject({ paid: 400_00, credited: 100_00 });
  });

  dbTest("credits only what had not been paid too much", async ({ db }) => {
    const id = await aPaid(db, 800_00);
    await refund(db, id, 125_00, "called-off");
    expect(await creditNotes(db, id)).toEqual([[100_00, "The party was cancelled"]]);
  });

  dbTest("because it was paid too much is at most that", async ({ db }) => {
    const id = await aPaid(db, 800_00);
    expect(await refund(db, id, 25_01, "overpaid")).toMatchObject({ reason: "not-overpaid" });
    expect(await refund(db, id, 25_00, "overpaid")).toMatchObject({ ok: true });
    expect(await stateOf(db, id)).toBe("paid");
    expect(await creditNotes(db, id)).toEqual([]);
    expect(await refund(db, id, 1, "overpaid", { key: "next" })).toMatchObject({
      reason: "not-overpaid",
    });
  });

  dbTest("and is to be paid again is asked for again", async ({ db }) => {
    const id = await aPaid(db);
    await refund(db, id, 775_00, "again");
    expect(await stateOf(db, id)).toBe("open");
    expect(await remindersOf(db)).not.toEqual([]);
  });

  onBoth("twice in two tabs is recorded once", async ({ db }) => {
    const id = await aPaid(db);
    const shown = await findAccount(db, id);
    const results = await Promise.all(
      ["one", "other"].map((key) => refund(db, id, 100_00, "called-off", { key, shown })),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await creditNotes(db, id)).toHaveLength(1);
  });

  dbTest("by one form sent twice is credited once", async ({ db }) => {
    const id = await aPaid(db);
    const typed = {
      paidOn: "2026-11-24",
      amount: -100_00,
      method: "payid",
      reason: "Shorter",
      refundFor: "called-off",
    } as const;
    const seen = { key: "a-key", seenRest: 0, seenPaid: 775_00 };
    for (let press = 0; press < 2; press++)
      expect(await recordTypedPayment(db, owner, id, typed, seen, NOW)).toMatchObject({ ok: true });
    expect(await creditNotes(db, id)).toEqual([[100_00, "Shorter"]]);
  });
});

describe("a refund of which nobody has said why", () => {
  dbTest("makes its invoice ask for nothing, and stands in Today", async ({ db }) => {
    const id = await aPaid(db);
    await reported(db, id, 775_00);
    expect(await stateOf(db, id, "2027-01-01")).toBe("refunded");
    expect(await db.$count(reminders, eq(reminders.state, "wanted"))).toBe(0);
    expect(await remindersOf(db)).toEqual([]);
    const { tasks } = await findRefunds(db);
    expect(tasks).toMatchObject([
      { id, who: "Ada Client", what: "Refunded A$775.00 on INV-0001: credit it?" },
    ]);
    const late = new Date("2027-01-01T03:00:00Z");
    expect(await getOverdue(db, owner, late)).toBeNull();
    expect(await getMoneySums(db, owner, late)).toMatchObject({
      overdue: 0,
      counts: { overdue: 0 },
    });
    expect(await sendInvoice(db, owner, id, NOW)).toMatchObject({ reason: "closed" });
  });

  dbTest("is named on the client's page, which asks for nothing", async ({ db }) => {
    const id = await aPaid(db);
    await reported(db, id, 100_00);
    const { slug } = (await findAccount(db, id))!;
    const { invoice, payment } = (await findPublicInvoice(db, slug!, NOW))!;
    expect(headlineOf(invoice)).toEqual({
      main: "Nothing to pay just now",
      rest: "A$100.00 went back to you",
    });
    expect([isToPay(invoice), payment]).toEqual([false, []]);
    expect(nextPayment([{ ...invoice, slug: slug! }])).toBeNull();
  });

  dbTest("is nothing to explain where it was only paid too much", async ({ db }) => {
    const id = await aPaid(db, 800_00);
    await reported(db, id, 25_00);
    expect(await stateOf(db, id)).toBe("paid");
    expect((await findRefunds(db)).total).toBe(0);
  });

  dbTest("is answered where it was paid too much, whatever is undone later", async ({ db }) => {
    const id = await aPaid(db);
    const { id: mistaken } = await aPayment(db, { salesInvoiceId: id, amount: 50_00 });
    await reported(db, id, 25_00);
    await undoPayment(db, owner, id, { payment: mistaken, reason: "Another client's" }, NOW);
    expect(await findAccount(db, id)).toMatchObject({ paid: 750_00, returned: 0 });
    expect(await stateOf(db, id)).toBe("part-paid");
  });

  onBoth("is credited once the owner says that it is called off", async ({ db }) => {
    const id = await aPaid(db);
    await reported(db, id, 300_00);
    const answer = { purpose: "called-off", reason: "A shorter party", seen: 300_00 } as const;
    const results = await Promise.all(
      [1, 2, 3].map(() => explainRefunds(db, owner, id, answer, NOW)),
    );
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect(await creditNotes(db, id)).toEqual([[300_00, "A shorter party"]]);
    expect(await stateOf(db, id)).toBe("paid");
    expect((await findRefunds(db)).total).toBe(0);
  });

  dbTest("is asked for once she says that it is to be paid again", async ({ db }) => {
    const id = await aPaid(db);
    await reported(db, id, 775_00);
    const answer = { purpose: "again", reason: "", seen: 775_00 } as const;
    expect(await explainRefunds(db, owner, id, answer, NOW)).toMatchObject({ ok: true });
    expect(await stateOf(db, id)).toBe("open");
    expect(await db.$count(reminders, eq(reminders.state, "wanted"))).toBe(3);
    const other = { ...answer, purpose: "called-off" } as const;
    expect(await explainRefunds(db, owner, id, other, NOW)).toMatchObject({ reason: "changed" });
  });

  dbTest("is not answered by a page that has not shown all of it", async ({ db }) => {
    const id = await aPaid(db);
    await reported(db, id, 300_00);
    const answer = { purpose: "called-off", reason: "", seen: 200_00 } as const;
    expect(await explainRefunds(db, owner, id, answer, NOW)).toMatchObject({ reason: "changed" });
    expect(await creditNotes(db, id)).toEqual([]);
  });

  dbTest("that is undone leaves the invoice paid", async ({ db }) => {
    const id = await aPaid(db);
    await reported(db, id, 775_00);
    const [, entry] = await db.select().from(payments).orderBy(asc(payments.id));
    const undo = { payment: entry!.id, reason: "It failed" };
    expect(await undoPayment(db, owner, id, undo, NOW)).toMatchObject({ ok: true });
    expect(await stateOf(db, id)).toBe("paid");
  });
});

/* Refunds without a purpose: those of earlier versions, and those that the card service reports. */

const day = (count: number) => new Date(`2026-11-${count}T01:00:00Z`);

/** What the update does to the rows of an earlier version. */
async function update(db: Db) {
  const path = join(migrationsFolder, "0046_answered-refunds.sql");
  await db.execute(readFileSync(path, "utf8"));
}

const answers = async (db: Db) =>
  (await db.select().from(refundAnswers).orderBy(asc(refundAnswers.paymentId))).map(
    ({ purpose }) => purpose,
  );

/** Of A$775, with these entries on the 21st and the days after. */
async function withEntries(db: Db, ...amounts: number[]) {
  const { id: salesInvoiceId } = await anInvoice(db);
  const entries = [];
  for (const [index, amount] of amounts.entries())
    entries.push(await aPayment(db, { salesInvoiceId, amount, at: day(21 + index), reason: "x" }));
  return { id: salesInvoiceId, entries };
}

const aCredit = (db: Db, creditsId: string, total: number, on: number) =>
  anInvoice(db, {
    kind: "credit-note",
    number: `CN-00${on}`,
    creditsId,
    total,
    gst: 0,
    issuedAt: day(on),
  });

describe("a refund of an earlier version, which nobody was asked about,", () => {
  onBoth("was of what had been paid too much, whatever is undone later", async ({ db }) => {
    const { id, entries } = await withEntries(db, 775_00, 50_00, -25_00);
    await update(db);
    expect(await answers(db)).toEqual(["overpaid"]);
    expect(await findAccount(db, id)).toMatchObject({ returned: 0 });
    const undo = { payment: entries[1]!.id, reason: "Another client's" };
    await undoPayment(db, owner, id, undo, day(27));
    expect(await stateOf(db, id, dueOn)).toBe("part-paid");
  });

  onBoth("was called off where credit notes took off later what it had left", async ({ db }) => {
    const { id } = await withEntries(db, 775_00, -100_00, -50_00);
    await aCredit(db, id, 150_00, 26);
    await update(db);
    expect(await answers(db)).toEqual(["called-off", "called-off"]);
  });

  onBoth("is asked about where only a part was credited, or before it", async ({ db }) => {
    const { id } = await withEntries(db, 775_00, -100_00, -50_00);
    await aCredit(db, id, 100_00, 26);
    await update(db);
    expect(await answers(db)).toEqual(["called-off"]);
    expect((await findRefunds(db)).tasks).toMatchObject([
      { id, what: "Refunded A$50.00 on INV-0001: credit it?" },
    ]);
  });

  onBoth("is asked about where nothing says why, or was paid again since", async ({ db }) => {
    const { id, entries } = await withEntries(db, 775_00, -775_00, 775_00);
    await update(db);
    expect(await answers(db)).toEqual([]);
    expect(await stateOf(db, id, dueOn)).toBe("paid");
    await undoPayment(db, owner, id, { payment: entries[2]!.id, reason: "Not hers" }, day(27));
    expect(await stateOf(db, id, dueOn)).toBe("refunded");
  });

  onBoth("that was undone, or has its answer, is left alone", async ({ db }) => {
    const { id, entries } = await withEntries(db, 800_00, -25_00, -25_00);
    await db
      .insert(refundAnswers)
      .values({ paymentId: entries[1]!.id, purpose: "again", actor: owner.email });
    await undoPayment(db, owner, id, { payment: entries[2]!.id, reason: "A mistake" }, day(27));
    await update(db);
    expect(await answers(db)).toEqual(["again"]);
  });
});

describe("a refund that the card service reports", () => {
  const asReported = (db: Db, invoiceId: string, amount: number, externalId: string) =>
    db.transaction((tx) =>
      recordPayment(
        tx,
        { invoiceId, paidOn: "2026-11-25", amount, method: "card", reason: "By card", externalId },
        "Card payments",
        day(25),
      ),
    );

  onBoth("is answered by the credit note that takes off what it left", async ({ db }) => {
    await theBusiness(db);
    const { id } = await withEntries(db, 775_00);
    await asReported(db, id, -100_00, "re_1");
    const credit = (amount: number) =>
      creditInvoice(db, owner, id, { amount, reason: "A shorter party" }, day(26));
    await credit(40_00);
    expect(await answers(db)).toEqual([]);
    expect(await stateOf(db, id, dueOn)).toBe("refunded");
    await credit(60_00);
    expect(await answers(db)).toEqual(["called-off"]);
    await asReported(db, id, -30_00, "re_2");
    expect((await findRefunds(db)).tasks).toMatchObject([
      { what: "Refunded A$30.00 on INV-0001: credit it?" },
    ]);
  });
});
