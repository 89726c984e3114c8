import { and, eq, isNotNull } from "drizzle-orm";
import { expect } from "vitest";
import { addAppointment } from "#app/features/appointments/book.server.ts";
import { moveAppointment, cancelAppointment } from "#app/features/appointments/changes.server.tsx";
import { creditSums } from "#app/features/diary/credits.server.ts";
import { finishAppointments } from "#app/features/appointments/finish.server.ts";
import { asOwner, type Entry } from "#app/features/diary/model.ts";
import {
  invoiceSessions,
  invoiceSession,
  paySession,
} from "#app/features/appointments/session-invoices.server.ts";
import { voidInvoice } from "#app/features/ledger/corrections.server.ts";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  creditMoves,
  credits,
  diaryEntries,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anAddition, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { randomFrom } from "#tests/support/random.ts";
import { endPackage, giveCredit, sellPackage } from "./sales.server.ts";

const people = ["ada@visitor.example", "BO@visitor.example"] as const;

const payNow = (db: Db, by: typeof owner, { id, version }: Entry, now: Date) =>
  paySession(db, by, { id, version, method: "cash" }, now);

/** No package gives more than it has, and what it gave is what sessions say they took. */
async function check(db: Db): Promise<void> {
  const { id, count } = credits;
  for (const { left, of, taken, ...one } of await db
    .select({ id, count, ...creditSums })
    .from(credits)) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(of).toBeGreaterThanOrEqual(one.count);
    const sessions = await db.select().from(diaryEntries).where(eq(diaryEntries.creditId, one.id));
    expect(sessions.length).toBe(0 - taken);
    for (const { salesInvoiceId, state, cancelledLate } of sessions) {
      expect(salesInvoiceId).toBeNull();
      expect(state !== "cancelled" || cancelledLate).toBe(true);
    }
  }
  // What was paid by itself and cancelled in time is in a package of its own, once.
  const { salesInvoiceId, state, cancelledLate } = diaryEntries;
  const isKept = and(eq(state, "cancelled"), eq(cancelledLate, false), isNotNull(salesInvoiceId));
  for (const kept of await db.select().from(diaryEntries).where(isKept))
    expect(await db.$count(credits, eq(credits.salesInvoiceId, kept.salesInvoiceId!))).toBe(1);
}

dbTest(
  "through random histories no package gives more than it has, and no session is paid for twice",
  async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "each" });
    const random = randomFrom(36);
    const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
    let now = NOW;
    const one = async () =>
      pick(await db.select().from(diaryEntries).orderBy(diaryEntries.createdAt));
    const steps: (() => Promise<unknown>)[] = [
      () => {
        const sale = { buyerName: "A", buyerEmail: pick(people), offer: "4/60/36000" };
        const paidBy = random() < 0.5 ? ("cash" as const) : null;
        return sellPackage(db, owner, { ...sale, paidBy, expiresOn: null }, `${random()}`, now);
      },
      () => {
        const startsAt = minutesLater(THURSDAY_TEN, Math.floor(random() * 40) * 720);
        const clientEmail = pick(people).toLowerCase();
        const length = random() < 0.8 ? 60 : 45;
        const endsAt = minutesLater(startsAt, length);
        const added = anAddition({ startsAt, endsAt, price: 95_00, clientEmail });
        return addAppointment(db, owner, { ...added, over: "anything" }, now);
      },
      async () => {
        const { id } = (await one()) ?? {};
        const forClient = random() < 0.5;
        return id && cancelAppointment(db, asOwner(owner), { id, forClient }, now);
      },
      async () => {
        const { id } = (await one()) ?? {};
        const start = minutesLater(THURSDAY_TEN, Math.floor(random() * 40) * 720);
        const moving = { id: id!, start, over: "anything" as const };
        return id && moveAppointment(db, asOwner(owner), moving, now);
      },
      async () => {
        const entry = await one();
        const pay = random() < 0.5 ? invoiceSession : payNow;
        return entry && pay(db, owner, entry, now);
      },
      async () => {
        now = minutesLater(now, Math.floor(random() * 2_000));
        await finishAppointments(db, now);
        await invoiceSessions(db, now);
      },
      async () => {
        const invoice = pick(
          await db.select().from(salesInvoices).orderBy(salesInvoices.createdAt),
        );
        if (!invoice) return;
        const { id, total } = invoice;
        if (random() < 0.3) return voidInvoice(db, owner, id, "Wrong", now);
        const payment = {
          invoiceId: id,
          paidOn: "2026-03-10",
          amount: total,
          method: "cash",
        } as const;
        return db.transaction((tx) => recordPayment(tx, payment, owner.email, now));
      },
      async () => {
        const sold = pick(
          await db
            .select({ id: credits.id, left: creditSums.left })
            .from(credits)
            .orderBy(credits.createdAt),
        );
        return sold && (random() < 0.7 ? giveCredit : endPackage)(db, owner, sold, now);
      },
    ];
    for (let step = 0; step < 250; step++) {
      await pick(steps)();
      if (step % 5 === 4) await check(db);
    }
    for (const kind of ["used", "returned", "goodwill", "refunded"] as const)
      expect(await db.$count(creditMoves, eq(creditMoves.kind, kind)), kind).toBeGreaterThan(3);
  },
);
