import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { auditEntries, reminders, emails } from "#app/server/database/tables.server.ts";
import { addDays, type Day, melbourneDay } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { theBusiness, anInvoice, NOW, owner } from "#tests/support/factories.ts";
import {
  aPlan,
  aReminderRecord,
  atHour,
  eagerSource,
  reminderDay,
  sendEager,
  sentSteps,
  stepStates,
} from "#tests/support/reminders.tsx";
import { clockIn } from "#tests/support/time-zone.ts";
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
} from "#app/features/quotes/sending.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { aWholeStatement } from "#tests/support/bank.ts";
import { aSentQuote } from "#tests/support/quotes.ts";
import { cancelReminders, getReminderStatus } from "./plan.server.ts";
import type { ReminderRecord } from "./model.ts";
import { sendDueReminders } from "./send.server.ts";

describe("a planned reminder", () => {
  moneyTest("goes out on its day, once, and stands in the activity log", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(addDays(reminderDay, -1)));
    expect(await sentSteps(db, record)).toEqual([]);
    await sendEager(db, atHour(reminderDay));
    await sendEager(db, atHour(reminderDay, 11));
    await sendEager(db, atHour(addDays(reminderDay, 1)));
    expect(await sentSteps(db, record)).toEqual(["first"]);
    const log = await db.select().from(auditEntries);
    expect(log).toMatchObject([
      { actor: "Automatic reminders", action: "reminded", subjectId: record.id },
    ]);
  });

  dbTest("is not sent while invoicing is off, nor later when it is on again", async ({ db }) => {
    await theBusiness(db, { invoicing: false });
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay));
    expect(await stepStates(db, record)).toEqual({ first: "skipped" });
  });

  moneyTest("is not sent once its record no longer wants it", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay), { read: async () => null });
    await sendEager(db, atHour(reminderDay, 11));
    expect(await sentSteps(db, record)).toEqual([]);
    expect(await stepStates(db, record)).toEqual({ first: "skipped" });
  });

  moneyTest("is not sent on a day on which its client had another email", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay));
    await aPlan(db, record, [{ step: "second", day: reminderDay }], atHour("2026-11-20"));
    await sendEager(db, atHour(reminderDay, 12));
    expect(await sentSteps(db, record)).toEqual(["first"]);
    expect(await stepStates(db, record)).toEqual({ first: "sent", second: "skipped" });
  });

  moneyTest("does not go out after it was cancelled", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await db.transaction((tx) =>
      cancelReminders(tx, record.kind, [record.id], atHour("2026-11-21")),
    );
    await sendEager(db, atHour(reminderDay));
    expect(await sentSteps(db, record)).toEqual([]);
  });
});

describe("several processes", () => {
  moneyOnBoth("send each reminder once between them", async ({ db }) => {
    const records = Array.from({ length: 30 }, aReminderRecord);
    for (const record of records)
      await aPlan(db, record, [
        { step: "first", day: addDays(reminderDay, -1) },
        { step: "second", day: reminderDay },
      ]);
    await Promise.all(Array.from({ length: 4 }, () => sendEager(db, atHour(reminderDay))));
    for (const record of records) expect(await sentSteps(db, record)).toEqual(["second"]);
    expect(await db.$count(reminders, eq(reminders.state, "skipped"))).toBe(30);
  });
});

describe("a record that fails", () => {
  moneyTest("does not stop the others, and is tried again", async ({ db }) => {
    const records = Array.from({ length: 5 }, aReminderRecord);
    const broken = records[2]!;
    for (const record of records) await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await sendEager(db, atHour(reminderDay), {
      read: async (tx, id, ...rest) => {
        if (id === broken.id) throw new Error("It cannot be read.");
        return eagerSource.read(tx, id, ...rest);
      },
    });
    for (const record of records)
      expect(await sentSteps(db, record)).toEqual(record === broken ? [] : ["first"]);
    expect(await stepStates(db, broken)).toEqual({ first: "wanted" });
    await sendEager(db, atHour(reminderDay, 11));
    expect(await sentSteps(db, broken)).toEqual(["first"]);
  });
});

describe("a new plan", () => {
  moneyTest("replaces what was not sent, and takes only days that are ahead", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [
      { step: "first", day: "2026-11-22" },
      { step: "second", day: reminderDay },
      { step: "third", day: "2026-12-01" },
    ]);
    await sendEager(db, atHour("2026-11-22"));
    const now = atHour("2026-11-23");
    await aPlan(db, record, [{ step: "first", day: "2026-11-22" }], now);
    await aPlan(
      db,
      record,
      [
        { step: "first", day: "2026-11-22" },
        { step: "second", day: "2026-11-23" },
        { step: "third", day: "2026-11-26" },
      ],
      now,
    );
    for (const day of ["2026-11-23", reminderDay, "2026-11-26", "2026-12-01"])
      await sendEager(db, atHour(day));
    expect(await sentSteps(db, record)).toEqual(["first", "third"]);
  });

  moneyTest("keeps what was planned for today already", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: reminderDay }]);
    await aPlan(db, record, [{ step: "first", day: reminderDay }], atHour(reminderDay, 8));
    await sendEager(db, atHour(reminderDay, 9));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });

  moneyTest("takes up again what an undone decision had cancelled", async ({ db }) => {
    const record = aReminderRecord();
    const planned = [{ step: "first", day: reminderDay }];
    await aPlan(db, record, planned);
    await aPlan(db, record, []);
    await aPlan(db, record, planned);
    await sendEager(db, atHour(reminderDay));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });

  moneyTest("does not send again what went out for the same day", async ({ db }) => {
    const record = aReminderRecord();
    const planned = [{ step: "first", day: reminderDay }];
    await aPlan(db, record, planned);
    await sendEager(db, atHour(reminderDay));
    // A clock that was ahead when it was sent, and is right now.
    await aPlan(db, record, planned, atHour("2026-11-21"));
    await sendEager(db, atHour(reminderDay, 12));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });
});

describe("after five days without the process", () => {
  moneyTest("each record has one email, the latest that was due", async ({ db }) => {
    const [one, other] = [aReminderRecord(), aReminderRecord()];
    await aPlan(
      db,
      one,
      [
        { step: "five days ago", day: addDays(reminderDay, -5) },
        { step: "four days ago", day: addDays(reminderDay, -4) },
        { step: "yesterday", day: addDays(reminderDay, -1) },
      ],
      atHour(addDays(reminderDay, -6)),
    );
    await aPlan(
      db,
      other,
      [
        { step: "five days ago", day: addDays(reminderDay, -5) },
        { step: "three days ago", day: addDays(reminderDay, -3) },
      ],
      atHour(addDays(reminderDay, -6)),
    );
    await sendEager(db, atHour(reminderDay));
    await sendEager(db, atHour(reminderDay, 12));
    await sendEager(db, atHour(addDays(reminderDay, 1)));
    expect(await sentSteps(db, one)).toEqual(["yesterday"]);
    expect(await sentSteps(db, other)).toEqual(["three days ago"]);
    expect(await stepStates(db, one)).toEqual({
      "five days ago": "skipped",
      "four days ago": "skipped",
      yesterday: "sent",
    });
  });

  moneyTest("nothing older than three days is sent", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(
      db,
      record,
      [{ step: "old", day: addDays(reminderDay, -4) }],
      atHour(addDays(reminderDay, -6)),
    );
    await sendEager(db, atHour(reminderDay));
    expect(await stepStates(db, record)).toEqual({ old: "skipped" });
  });
});

/** Midnight in Melbourne is at 13:00 or 14:00 UTC the day before; clocks change at two or three. */
const firstMinutes: [string, Day, string][] = [
  ["a winter's day", "2026-07-01", "2026-06-30T23:00:00Z"],
  ["a summer's day", "2026-11-24", "2026-11-23T22:00:00Z"],
  ["the day on which daylight saving begins", "2026-10-04", "2026-10-03T22:00:00Z"],
  ["the day on which daylight saving ends", "2027-04-04", "2027-04-03T23:00:00Z"],
];

describe("nine o'clock", () => {
  for (const zone of ["UTC", "America/New_York", "Pacific/Kiritimati"])
    dbTest.for(firstMinutes)(
      `begins %s in Melbourne, with the clock of ${zone}`,
      async ([, day, first], { db }) => {
        clockIn(zone);
        await theBusiness(db);
        const record = aReminderRecord();
        await aPlan(db, record, [{ step: "first", day }], atHour(addDays(day, -5)));
        const nine = new Date(first);
        await sendEager(db, new Date(nine.getTime() - 1));
        expect(await sentSteps(db, record)).toEqual([]);
        await sendEager(db, nine);
        expect(await sentSteps(db, record)).toEqual(["first"]);
      },
    );

  moneyTest("is waited for after an outage that ends at night", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [{ step: "first", day: addDays(reminderDay, -1) }]);
    await sendEager(db, atHour(reminderDay, 3));
    expect(await sentSteps(db, record)).toEqual([]);
    await sendEager(db, atHour(reminderDay, 9));
    expect(await sentSteps(db, record)).toEqual(["first"]);
  });
});

describe("a clock that is set back", () => {
  moneyTest("sends nothing a second time", async ({ db }) => {
    const record = aReminderRecord();
    await aPlan(db, record, [
      { step: "first", day: reminderDay },
      { step: "second", day: addDays(reminderDay, 4) },
    ]);
    await sendEager(db, atHour(addDays(reminderDay, 2)));
    for (const days of [-3, 0, 1, 2]) await sendEager(db, atHour(addDays(reminderDay, days)));
    expect(await sentSteps(db, record)).toEqual(["first"]);
    await sendEager(db, atHour(addDays(reminderDay, 4)));
    expect(await sentSteps(db, record)).toEqual(["first", "second"]);
  });
});

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

  moneyTest("names the day of its next reminder, until none is ahead", async ({ db }) => {
    const record = await make(db);
    const nextOn = async (day: number) =>
      (await getReminderStatus(db, owner, record, after(day)))?.next;
    expect(await nextOn(0)).toBe(addDays(start, first));
    expect(await sentCount(db, [first])).toBe(1);
    expect(await nextOn(first)).toBe(addDays(start, second));
    expect(await nextOn(60)).toBeUndefined();
  });

  moneyTest("that is paused sends nothing, and after that only what is ahead", async ({ db }) => {
    const record = await make(db);
    await pause(db, owner, record.id, after(1));
    expect(await getReminderStatus(db, owner, record, after(1))).toMatchObject({ paused: true });
    expect(await sentCount(db, [first])).toBe(0);
    await resume(db, owner, record.id, after(first + 1));
    expect(await sentCount(db, [first + 1])).toBe(0);
    expect(await sentCount(db, [second])).toBe(1);
  });

  moneyTest("resumed before the task has seen the day does not send that day's", async ({ db }) => {
    const record = await make(db);
    await pause(db, owner, record.id, after(1));
    await resume(db, owner, record.id, after(first, 8));
    expect(await sentCount(db, [first, first + 1])).toBe(0);
    expect(await sentCount(db, [second])).toBe(1);
  });

  moneyTest("stands in the activity log once for each change", async ({ db }) => {
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
