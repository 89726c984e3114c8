import { and, eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { rowsOf } from "#app/server/database/list.server.ts";
import { emails, gstRegistrations } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { anInvoice, owner, theBusiness } from "#tests/support/factories.ts";
import { changeDetails, issueSale } from "./commands.server.ts";
import { sendInvoice } from "./emails.server.tsx";
import { undoPayment, recordPayment } from "./payments.server.ts";
import { findAccount } from "./queries.server.ts";
import { reissueWithGst } from "./reissue.server.ts";

/* The email of an invoice is written anew when its money moves while it waits. */

const now = new Date("2026-12-02T01:00:00Z");

async function pay(db: Db, invoiceId: string, amount: number) {
  const payment = { invoiceId, paidOn: "2026-12-01", amount, method: "payid" } as const;
  const result = await db.transaction((tx) => recordPayment(tx, payment, owner.email, now));
  if (!result.ok) throw new Error(result.reason);
  return result.payment.id;
}

const delivered = (db: Db) => db.update(emails).set({ state: "sent" });

async function waiting(db: Db) {
  const ofInvoice = and(eq(emails.kind, "invoice"), eq(emails.state, "queued"));
  const [email, ...others] = await db.select().from(emails).where(ofInvoice);
  expect(others).toEqual([]);
  return email!;
}

/** In how many seconds it leaves. */
async function delayOf(db: Db, { id }: { id: string }) {
  const [job] = await rowsOf<{ seconds: number }>(
    db,
    sql`select round(extract(epoch from start_after - created_on))::int as seconds
      from pgboss.job where name = 'letters' and data->>'letterId' = ${id}`,
  );
  return job!.seconds;
}

describe("an email that is written anew", () => {
  dbTest("leaves no earlier than it would have", async ({ db }) => {
    const details = await theBusiness(db);
    const lines = [{ text: "Lesson", amount: 95_00 }];
    const sale = { buyerName: "Ada", buyerEmail: "ada@client.example", title: "Lesson", lines };
    const terms = { details, by: owner.email, delay: 7_200 };
    const { id } = await db.transaction((tx) => issueSale(tx, sale, terms, now));
    const first = await waiting(db);
    await pay(db, id, 20_00);
    const renewed = await waiting(db);
    expect(renewed.id).not.toBe(first.id);
    expect(renewed.text).toContain("Left to pay: A$75.00");
    expect(await delayOf(db, renewed)).toBeGreaterThan(7_100);
  });

  dbTest("leaves at once where one of those it replaces would have", async ({ db }) => {
    await theBusiness(db);
    const { id } = await anInvoice(db);
    await sendInvoice(db, owner, id, now);
    await pay(db, id, 20_00);
    expect(await delayOf(db, await waiting(db))).toBe(0);
  });

  dbTest("still says that it takes the place of an earlier one", async ({ db }) => {
    await theBusiness(db);
    const { id } = await anInvoice(db);
    await sendInvoice(db, owner, id, now);
    await delivered(db);
    const account = (await findAccount(db, id))!;
    const typed = { ...account, dueOn: undefined, purchaseOrder: "PO-1" };
    await changeDetails(db, owner, id, { typed, version: 1, send: true }, now);
    const updated =
      "Here's your invoice again, updated: please use it in place of the earlier one.";
    expect((await waiting(db)).text).toContain(updated);
    await pay(db, id, 75_00);
    const { text } = await waiting(db);
    expect(text).toContain(updated);
    expect(text).toContain("Left to pay: A$700.00");
  });

  dbTest("still says which invoice a tax invoice replaces, and what is paid", async ({ db }) => {
    await theBusiness(db);
    await db.insert(gstRegistrations).values({ starts: "2026-11-01" });
    const { id } = await anInvoice(db, { gst: null, number: "INV-0100" });
    await sendInvoice(db, owner, id, now);
    await delivered(db);
    const reissued = await reissueWithGst(db, owner, id, now);
    if (!reissued.ok) throw new Error(reissued.reason);
    const inPlace = "Here's a tax invoice in place of invoice INV-0100, which is cancelled.";
    const counted = "What you've paid counts for this one.";
    expect((await waiting(db)).text).toContain(inPlace);
    const payment = await pay(db, reissued.invoice.id, 75_00);
    const paid = await waiting(db);
    expect(paid.text).toContain(inPlace);
    expect(paid.text).toContain(counted);
    await undoPayment(db, owner, reissued.invoice.id, { payment, reason: "Not hers" }, now);
    const unpaid = await waiting(db);
    expect(unpaid.text).toContain(inPlace);
    expect(unpaid.text).not.toContain(counted);
  });
});

describe("nothing is in place of an email that never came", () => {
  dbTest("though the invoice has changed since it was written", async ({ db }) => {
    await theBusiness(db);
    const { id } = await anInvoice(db);
    await sendInvoice(db, owner, id, now);
    const account = (await findAccount(db, id))!;
    const typed = { ...account, dueOn: undefined, purchaseOrder: "PO-1" };
    await changeDetails(db, owner, id, { typed, version: 1, send: true }, now);
    await pay(db, id, 75_00);
    expect((await waiting(db)).text).toContain("Here's your invoice. A PDF of it is attached.");
  });

  dbTest("nor of an invoice that was never sent", async ({ db }) => {
    await theBusiness(db);
    await db.insert(gstRegistrations).values({ starts: "2026-11-01" });
    const { id } = await anInvoice(db, { gst: null, number: "INV-0100" });
    await sendInvoice(db, owner, id, now);
    await reissueWithGst(db, owner, id, now);
    expect((await waiting(db)).text).toContain("Here's your invoice. A PDF of it is attached.");
  });
});
