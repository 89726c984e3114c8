import { eq } from "drizzle-orm";
import { expect } from "vitest";
import { emails, payments, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { invoiceSessions, paySession } from "./session-invoices.server.ts";
import { finishAppointments } from "./finish.server.ts";

/* Money that is handed over at the lesson, before it or after. */

dbTest(
  "a session that is paid ahead has a paid invoice, one receipt and no invoice later",
  async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "each" });
    const cash = { ...(await anEntry(db)), method: "cash" } as const;
    expect(await paySession(db, owner, cash, NOW)).toMatchObject({
      ok: true,
      invoice: { total: 95_00, paid: 95_00 },
    });
    expect(await paySession(db, owner, cash, NOW)).toMatchObject({ ok: true });
    const later = minutesLater(THURSDAY_TEN, 2 * 1_440);
    await finishAppointments(db, later);
    await invoiceSessions(db, later);
    expect(await db.$count(salesInvoices)).toBe(1);
    expect(await db.select().from(payments)).toMatchObject([{ amount: 95_00, method: "cash" }]);
    const told = await db.select().from(emails).where(eq(emails.recipient, "ada@visitor.example"));
    expect(told.map(({ kind }) => kind)).toEqual(["payment-receipt"]);
  },
);

dbTest("nothing is paid without a price, or while invoices are switched off", async ({ db }) => {
  const free = await anEntry(db, { price: 0 });
  const lesson = await anEntry(db, { startsAt: minutesLater(THURSDAY_TEN, 240) });
  const pay = (entry: { id: string; version: number }) =>
    paySession(db, owner, { ...entry, method: "cash" }, NOW);
  expect(await pay(lesson)).toMatchObject({ ok: false });
  await theBusiness(db);
  expect(await pay(free)).toEqual({ ok: false, reason: "not-due" });
  expect(await db.$count(salesInvoices)).toBe(0);
});
