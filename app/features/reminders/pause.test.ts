import { inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { planIssuedReminders } from "#app/features/invoices/reminder-plans.server.ts";
import {
  invoiceReminders,
  pauseInvoiceReminders,
  resumeInvoiceReminders,
} from "#app/features/invoices/reminders.server.tsx";
import {
  pauseQuoteReminders,
  quoteReminders,
  resumeQuoteReminders,
} from "#app/features/quotes/reminders.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { auditEntries, emails } from "#app/server/database/tables.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { aWholeStatement } from "#tests/support/bank.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { aSentQuote } from "#tests/support/quotes.ts";
import { atHour } from "#tests/support/reminders.tsx";
import type { ReminderRecord } from "./model.ts";
import { getReminderStatus } from "./plan.server.ts";
import { sendDueReminders } from "./send.server.ts";

const sources = { quote: quoteReminders, invoice: invoiceReminders };
const start = melbourneDay(NOW);
const after = (days: number, hours = 10) => atHour(addDays(start, days), hours);

type Case = {
  make: (db: Db) => Promise<ReminderRecord>;
  pause: typeof pauseInvoiceReminders | typeof pauseQuoteReminders;
  resume: typeof resumeInvoiceReminders | typeof resumeQuoteReminders;
  first: number;
  second: number;
};

const cases: Record<string, Case> = {
  "a quote": {
    make: async (db) => ({ kind: "quote", id: (await aSentQuote(db)).id }),
    pause: pauseQuoteReminders,
    resume: resumeQuoteReminders,
    first: 3,
    second: 7,
  },
  "an invoice": {
    make: async (db) => {
      await aWholeStatement(db);
      const invoice = await anInvoice(db, { issuedOn: start, dueOn: addDays(start, 5) });
      await db.transaction((tx) => planIssuedReminders(tx, [invoice], NOW));
      return { kind: "invoice", id: invoice.id };
    },
    pause: pauseInvoiceReminders,
    resume: resumeInvoiceReminders,
    first: 2,
    second: 6,
  },
};

const sentCount = async (db: Db, days: number[]) => {
  for (const day of days) await sendDueReminders(db, sources, after(day));
  return db.$count(emails, inArray(emails.kind, ["quote-reminder", "invoice-reminder"]));
};

describe.for(Object.keys(cases))("%s", (name) => {
  const { make, pause, resume, first, second } = cases[name]!;

  dbTest("names the day of its next reminder, until none is ahead", async ({ db }) => {
    await theBusiness(db);
    const record = await make(db);
    const nextOn = async (day: number) =>
      (await getReminderStatus(db, owner, record, after(day)))?.next;
    expect(await nextOn(0)).toBe(addDays(start, first));
    expect(await sentCount(db, [first])).toBe(1);
    expect(await nextOn(first)).toBe(addDays(start, second));
    expect(await nextOn(60)).toBeUndefined();
  });

  dbTest("that is paused sends nothing, and after that only what is ahead", async ({ db }) => {
    await theBusiness(db);
    const record = await make(db);
    await pause(db, owner, record.id, after(1));
    expect(await getReminderStatus(db, owner, record, after(1))).toMatchObject({ paused: true });
    expect(await sentCount(db, [first])).toBe(0);
    await resume(db, owner, record.id, after(first + 1));
    expect(await sentCount(db, [first + 1])).toBe(0);
    expect(await sentCount(db, [second])).toBe(1);
  });

  dbTest("resumed before the task has seen the day does not send that day's", async ({ db }) => {
    await theBusiness(db);
    const record = await make(db);
    await pause(db, owner, record.id, after(1));
    await resume(db, owner, record.id, after(first, 8));
    expect(await sentCount(db, [first, first + 1])).toBe(0);
    expect(await sentCount(db, [second])).toBe(1);
  });

  dbTest("stands in the activity log once for each change", async ({ db }) => {
    await theBusiness(db);
    const record = await make(db);
    for (const change of [pause, pause, resume, resume])
      await change(db, owner, record.id, after(1));
    const log = await db.select({ action: auditEntries.action }).from(auditEntries);
    expect(
      log.map(({ action }) => action).filter((action) => action.includes("reminders")),
    ).toEqual(["paused reminders about", "resumed reminders about"]);
  });

  dbTest("names no reminder while invoicing is off", async ({ db }) => {
    const record = await make(db);
    expect(await getReminderStatus(db, owner, record, after(0))).toBeNull();
  });
});
