import { describe, expect, test } from "vitest";
import { addDays, daysBetween, startOfDay } from "#app/values/calendar.ts";
import { atHour } from "#tests/support/reminders.tsx";
import { agreedDocuments } from "./document-texts.ts";
import { invoiceState } from "./model.ts";
import { invoiceReminderDays } from "./reminder-plans.server.ts";

const today = "2026-03-11";

const sale = {
  quoteId: "quote",
  earlier: [],
  buyerName: "Ada Client",
  buyerEmail: "ada@client.example",
  title: "Garden party",
  lines: [{ text: "Live piano", amount: 1200_00 }],
  total: 1200_00,
};
type Paid = { alreadyPaid: number; paidInvoices: string[] };
const notPaid: Paid = { alreadyPaid: 0, paidInvoices: [] };
const settlements: Record<string, Paid> = {
  "nothing was paid before": notPaid,
  "half the deposit was paid before": { alreadyPaid: 300_00, paidInvoices: ["INV-0001"] },
  "the deposit was paid before": { alreadyPaid: 600_00, paidInvoices: ["INV-0001"] },
};

/** Of an acceptance so many days before the event: what is due, and in how many days. */
function dueOf(ahead: number, depositDays: number, paid = notPaid) {
  const eventDate = addDays(today, ahead);
  const terms = { today, isRegistered: true, depositDays };
  const { issued } = agreedDocuments({ ...sale, ...paid, eventDate }, terms);
  return issued.map(({ kind, dueOn }) => [kind, daysBetween(today, dueOn!)] as const);
}

describe.for(Object.keys(settlements))("where %s", (name) => {
  const paid = settlements[name];
  const table = Array.from({ length: 61 }, (_, ahead) => ahead).flatMap((ahead) =>
    Array.from({ length: 366 }, (_, days) => ({
      ahead,
      depositDays: days,
      due: dueOf(ahead, days, paid),
    })),
  );
  const failing = (isRight: (row: (typeof table)[number]) => boolean) =>
    table.filter((row) => !isRight(row)).slice(0, 5);

  test("every acceptance asks for what is left", () => {
    expect(failing(({ due }) => due.length === 1 || due.length === 2)).toEqual([]);
  });

  test("a deposit is due at least three days before its balance", () => {
    const isRight = ([first, second]: (typeof table)[number]["due"]) =>
      !second || (first![0] === "deposit" && second[0] === "balance" && second[1] - first![1] >= 3);
    expect(failing(({ due }) => isRight(due))).toEqual([]);
  });

  test("everything is due before the event, or today where the event is", () => {
    expect(
      failing(({ ahead, due }) =>
        due.every(([, later]) => later >= 0 && later < Math.max(ahead, 1)),
      ),
    ).toEqual([]);
  });

  test("nothing is due on the day it is made, unless the event is that day or the next", () => {
    expect(failing(({ ahead, due }) => due.every(([, later]) => later > 0 || ahead <= 1))).toEqual(
      [],
    );
  });

  test("there is time for a transfer, where the event leaves it", () => {
    expect(failing(({ ahead, due }) => due.every(([, later]) => later >= 2 || ahead <= 2))).toEqual(
      [],
    );
  });

  test("a balance is due a week before the event, where that is two days ahead or more", () => {
    expect(failing(({ ahead, due }) => ahead < 9 || due.at(-1)![1] === ahead - 7)).toEqual([]);
  });
});

test.for<[ahead: number, depositDays: number, due: ReturnType<typeof dueOf>]>([
  [
    60,
    7,
    [
      ["deposit", 7],
      ["balance", 53],
    ],
  ],
  [
    17,
    7,
    [
      ["deposit", 7],
      ["balance", 10],
    ],
  ],
  [16, 7, [["full", 9]]],
  [
    12,
    0,
    [
      ["deposit", 2],
      ["balance", 5],
    ],
  ],
  [30, 30, [["full", 23]]],
  [60, 365, [["full", 53]]],
  [8, 7, [["full", 2]]],
  [3, 7, [["full", 2]]],
  [2, 7, [["full", 1]]],
  [1, 7, [["full", 0]]],
  [0, 7, [["full", 0]]],
  [-30, 7, [["full", 2]]],
])("%d days before the event, with %d days to pay", ([ahead, depositDays, due]) => {
  expect(dueOf(ahead, depositDays)).toEqual(due);
});

test("without an event date the deposit is due in the days to pay, but not at once", () => {
  const terms = { today, isRegistered: true };
  const deposit = (depositDays: number) =>
    agreedDocuments({ ...sale, ...notPaid, eventDate: null }, { ...terms, depositDays }).issued[0]!;
  expect([deposit(0).dueOn, deposit(7).dueOn]).toEqual(["2026-03-13", "2026-03-18"]);
});

/** Minutes before midnight and after it, also where a day has 23 or 25 hours. */
const issues = ["2026-03-11", "2026-04-03", "2026-04-04", "2026-10-02", "2026-10-03"].flatMap(
  (day) =>
    [1, 60 * 8, 60 * 22 + 59].map((minutes) => ({
      issuedOn: day,
      issuedAt: startOfDay(day).getTime() + minutes * 60_000,
    })),
);
const open = {
  kind: "other",
  number: "INV-0001",
  voidedAt: null,
  total: 100_00,
  paid: 0,
  credited: 0,
  returned: 0,
} as const;

test("nobody is told that a payment is late within 48 hours of its invoice", () => {
  for (const { issuedOn, issuedAt } of issues)
    for (let days = -30; days <= 30; days++) {
      const invoice = { ...open, issuedOn, dueOn: addDays(issuedOn, days) };
      for (const { step, day } of invoiceReminderDays(invoice))
        if (step !== "3-days-before-due")
          expect(atHour(day, 9).getTime() - issuedAt).toBeGreaterThan(48 * 3_600_000);
    }
});

test("an invoice is overdue after its day, and two full days after its issue", () => {
  const stateOn = (day: string, dueOn: string) =>
    invoiceState({ ...open, issuedOn: "2026-03-11", dueOn }, day);
  expect(stateOn("2026-03-13", "2026-03-11")).toBe("open");
  expect(stateOn("2026-03-14", "2026-03-11")).toBe("overdue");
  expect(stateOn("2026-03-18", "2026-03-18")).toBe("open");
  expect(stateOn("2026-03-19", "2026-03-18")).toBe("overdue");
});
