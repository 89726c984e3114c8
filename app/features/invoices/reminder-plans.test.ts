import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { bookProposals } from "#app/features/bank/booking.server.ts";
import { importCredits } from "#app/features/bank/import.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  amebBookings,
  auditEntries,
  bankLines,
  gstRegistrations,
  reminders,
} from "#app/server/database/tables.server.ts";
import { bookingTokens, csv, importStatement } from "#tests/support/bank.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aBooking, owner, theBusiness } from "#tests/support/factories.ts";
import {
  after,
  anIssued,
  pay,
  remindersUntil,
  sendDue,
  reminderEmails,
} from "#tests/support/invoice-reminders.ts";
import { voidInvoice, reissueWithGst } from "#app/features/ledger/corrections.server.ts";
import { findHeldReminders, releaseReminders } from "./reminder-plans.server.ts";
import { pauseInvoiceReminders } from "./reminders.server.tsx";

const soon = "Invoice INV-0001 is due on Saturday, 28 November 2020";
const overdue = "A reminder: invoice INV-0001 was due on Saturday, 28 November 2020";
const still = "Following up on invoice INV-0001";

async function anInvoiceDue(db: Db, business: Parameters<typeof theBusiness>[1] = {}) {
  await theBusiness(db, business);
  return anIssued(db);
}

const held = async (db: Db, day: number) =>
  (await findHeldReminders(db, after(day))).map(({ invoice, isTomorrow }) => [
    invoice.number,
    isTomorrow,
  ]);

const other: [string, string, string] = ["20", "+50.00", "LESSON"];
const spent: [string, string, string] = ["29", "-12.50", "COFFEE"];

dbTest.for([{ status: "cancelled" as const }, { deletedAt: after(0) }])(
  "no reminder about the invoice of a booking that is off (%o) goes out before the owner says so",
  async (off, { db }) => {
    await theBusiness(db, { payId: "", bsb: "", accountNumber: "" });
    const booking = await aBooking(db);
    const { id } = await anIssued(db, { amebBookingId: booking.id });
    await db.update(amebBookings).set(off);
    expect(await remindersUntil(db, 12)).toEqual([]);
    const waiting = await findHeldReminders(db, after(12));
    expect(waiting[0]).toMatchObject({ isCalledOff: true, isTomorrow: false });
    expect(await releaseReminders(db, owner, [id], after(12))).toBeGreaterThan(0);
    expect(await remindersUntil(db, 13, 13)).toHaveLength(1);
  },
);

describe("a reminder that money by transfer is late", () => {
  dbTest(
    "waits while nobody has looked at the account; the one before it does not",
    async ({ db }) => {
      await anInvoiceDue(db);
      expect(await remindersUntil(db, 60)).toEqual([soon]);
      expect(await held(db, 60)).toEqual([
        ["INV-0001", false],
        ["INV-0001", false],
      ]);
    },
  );

  dbTest("goes out the morning after a statement that covers the due day", async ({ db }) => {
    await anInvoiceDue(db);
    await remindersUntil(db, 3);
    await importStatement(db, csv(other, spent), "a", after(3));
    expect(await held(db, 3)).toEqual([["INV-0001", true]]);
    await sendDue(db, after(3, 23));
    await sendDue(db, after(4, 8));
    expect(await reminderEmails(db)).toHaveLength(1);
    expect(await remindersUntil(db, 5, 4)).toEqual([soon, overdue]);
    expect(await remindersUntil(db, 30, 5)).toEqual([soon, overdue, still]);
  });

  dbTest("waits on after a statement that ends on the due day", async ({ db }) => {
    await anInvoiceDue(db);
    await importStatement(db, csv(other, ["28", "-12.50", "COFFEE"]), "a", after(2));
    expect(await remindersUntil(db, 5)).toEqual([soon]);
  });

  dbTest("goes out after a statement on which nothing new came in", async ({ db }) => {
    await anInvoiceDue(db);
    await importStatement(db, csv(other), "a", after(-1));
    expect(await importStatement(db, csv(other, spent), "b", after(2))).toMatchObject({ added: 0 });
    await importStatement(db, csv(other), "c", after(2));
    expect(await remindersUntil(db, 5)).toEqual([soon, overdue]);
  });

  dbTest("goes out after a statement of before the latest days were noted", async ({ db }) => {
    await anInvoiceDue(db);
    const credits = [{ day: "2020-11-29", amount: 50_00, text: "LESSON" }];
    await importCredits(db, owner, { credits, fileName: "", key: "a" }, after(2));
    expect(await remindersUntil(db, 5)).toEqual([soon, overdue]);
  });

  dbTest("goes out the morning after a transfer was typed since the due day", async ({ db }) => {
    await anInvoiceDue(db);
    const paid = await anIssued(db, { buyerEmail: "max@other.example", dueOn: "2021-02-01" });
    await pay(db, paid, 10_00, after(0));
    expect(await remindersUntil(db, 2)).toEqual([soon]);
    await pay(db, paid, 10_00, after(2), "cash");
    expect(await remindersUntil(db, 3, 2)).toEqual([soon]);
    await pay(db, paid, 10_00, after(3), "bank-transfer");
    await sendDue(db, after(3, 11));
    expect(await held(db, 3)).toEqual([["INV-0001", true]]);
    expect(await remindersUntil(db, 4, 4)).toEqual([soon, overdue]);
  });

  dbTest("waits on when money that was typed before moves to a new invoice", async ({ db }) => {
    await anInvoiceDue(db);
    const paid = await anIssued(db, { buyerEmail: "max@other.example", dueOn: "2021-02-01" });
    await pay(db, paid, 10_00, after(-2));
    await db.insert(gstRegistrations).values({ starts: "2020-11-01" });
    expect(await reissueWithGst(db, owner, paid.id, after(2))).toMatchObject({ ok: true });
    expect(await remindersUntil(db, 5)).toEqual([soon]);
    expect(await held(db, 5)).toEqual([["INV-0001", false]]);
  });

  dbTest("waits for nobody where its client has no email address", async ({ db }) => {
    await theBusiness(db);
    await anIssued(db, { buyerEmail: "" });
    await anIssued(db, { buyerEmail: "no address" });
    expect(await held(db, 5)).toEqual([]);
  });

  dbTest.for<[string, string, string]>([
    ["names it", "+300.00", "TRANSFER inv 0001"],
    ["is of its amount", "+775.00", "FROM SOMEBODY"],
  ])("waits for a line that %s until the owner decides it", async ([, amount, text], { db }) => {
    await anInvoiceDue(db);
    await importStatement(db, csv(["27", amount, text], spent), "a", after(2));
    expect(await remindersUntil(db, 20)).toEqual([soon]);
    expect(await held(db, 20)).toHaveLength(2);
    await db.update(bankLines).set({ dismissedAt: after(20) });
    expect(await remindersUntil(db, 22, 20)).toEqual([soon, still]);
  });

  dbTest("is not needed once its line is booked", async ({ db }) => {
    await anInvoiceDue(db);
    await remindersUntil(db, 2);
    await importStatement(db, csv(["27", "+775.00", "INV0001"], spent), "a", after(2));
    await bookProposals(db, owner, await bookingTokens(db), after(2));
    expect(await held(db, 3)).toEqual([]);
    expect(await remindersUntil(db, 30, 2)).toEqual([soon]);
  });

  dbTest("goes as before where no transfer can be made", async ({ db }) => {
    await anInvoiceDue(db, { payId: "", payIdKind: null, bsb: "", accountNumber: "" });
    expect(await remindersUntil(db, 30)).toEqual([soon, overdue, still]);
  });

  dbTest("waits for the owner's word no longer when it is paid, void or paused", async ({ db }) => {
    const paid = await anInvoiceDue(db);
    const dropped = await anIssued(db);
    const paused = await anIssued(db);
    await remindersUntil(db, 2);
    expect(await held(db, 2)).toHaveLength(3);
    await pay(db, paid, 775_00, after(2));
    await voidInvoice(db, owner, dropped.id, "A mistake", after(2));
    await pauseInvoiceReminders(db, owner, paused.id, after(2));
    expect(await held(db, 2)).toEqual([]);
  });
});

describe("a reminder that the owner sends anyway", () => {
  onBoth("goes out at once, once, and stands in the log", async ({ db }) => {
    const { id } = await anInvoiceDue(db);
    await remindersUntil(db, 20);
    const released = await Promise.all(
      Array.from({ length: 3 }, () => releaseReminders(db, owner, [id], after(20))),
    );
    expect(released.toSorted()).toEqual([0, 0, 2]);
    expect(await held(db, 20)).toEqual([]);
    expect(await remindersUntil(db, 20, 20)).toEqual([soon, still]);
    expect(await remindersUntil(db, 30, 21)).toEqual([soon, still]);
    const asked = eq(auditEntries.action, "asked for a reminder about");
    expect(await db.$count(auditEntries, asked)).toBe(1);
  });

  dbTest(
    "goes out with the others of its client that were asked for, in one email",
    async ({ db }) => {
      const first = await anInvoiceDue(db);
      const second = await anIssued(db);
      await anIssued(db);
      await remindersUntil(db, 2, 1);
      await releaseReminders(db, owner, [first.id, second.id], after(2));
      expect(await remindersUntil(db, 2, 2)).toEqual([
        "A reminder: invoices INV-0001 and INV-0002",
      ]);
    },
  );

  dbTest("is not sent when it was paid since", async ({ db }) => {
    const invoice = await anInvoiceDue(db);
    await remindersUntil(db, 2, 1);
    await releaseReminders(db, owner, [invoice.id], after(2));
    await pay(db, invoice, 775_00, after(2));
    expect(await remindersUntil(db, 9, 2)).toEqual([]);
    expect(await releaseReminders(db, owner, [invoice.id], after(9))).toBe(0);
    expect(await db.$count(reminders, eq(reminders.state, "sent"))).toBe(0);
  });
});
