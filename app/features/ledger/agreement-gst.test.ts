import { and, isNotNull, isNull } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { gstRegistrations, salesInvoices } from "#app/server/database/tables.server.ts";
import { addDays, type Day } from "#app/values/calendar.ts";
import { dbTest } from "#tests/support/db.ts";
import { aQuote, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { randomFrom } from "#tests/support/random.ts";
import { invoiceAcceptance, issueMissing } from "./sale-invoices.server.ts";
import { creditInvoice, voidInvoice } from "./corrections.server.ts";
import { issueDraftInvoice } from "#app/features/invoices/commands.server.ts";
import { gstWithin, type Invoice } from "#app/features/invoices/model.ts";
import { recordPayment } from "./payments.server.ts";
import { findAccounts } from "#app/features/invoices/queries.server.ts";

/* Together the documents of an agreement carry an eleventh of its price, to the cent. */

async function registered(db: Db) {
  await theBusiness(db);
  await db.insert(gstRegistrations).values({ starts: "2026-01-01" });
}

let slugs = 0;

async function accept(
  db: Db,
  total: number,
  earlier: string[] = [],
  day: Day | null = "2026-06-20",
) {
  const slug = `agreement-${++slugs}`;
  const replacesId = earlier.at(-1) ?? null;
  const { id: quoteId } = await aQuote(db, { slug, replacesId, acceptedAt: NOW });
  const lines = [{ text: "Live piano", amount: total }];
  const buyer = { buyerName: "Ada Client", buyerEmail: "ada@client.example" };
  const agreed = { ...buyer, quoteId, earlier, title: "Party", eventDate: day, lines, total };
  await db.transaction((tx) => invoiceAcceptance(tx, agreed, "client", NOW));
  return agreed;
}

const inForce = (db: Db) =>
  findAccounts(db, and(isNotNull(salesInvoices.number), isNull(salesInvoices.voidedAt)));

const invoicesOf = async (db: Db) =>
  (await inForce(db)).filter(({ kind }) => kind !== "credit-note");

async function expectAnEleventh(db: Db): Promise<void> {
  const documents = await inForce(db);
  const sum = (of: (document: Invoice) => number) =>
    documents.reduce((all, one) => all + (one.kind === "credit-note" ? -of(one) : of(one)), 0);
  const total = sum((document) => document.total);
  expect(sum(({ gst }) => gst!)).toBe(gstWithin(total));
  for (const document of documents)
    expect(Math.abs(document.gst! - document.total / 11)).toBeLessThan(2);
}

const pay = (db: Db, invoiceId: string, amount: number) =>
  db.transaction((tx) =>
    recordPayment(
      tx,
      { invoiceId, paidOn: "2026-03-10", amount, method: "payid" },
      owner.email,
      NOW,
    ),
  );

describe("the documents of an agreement carry an eleventh of its price", () => {
  dbTest("after a part was paid and a new version costs less", async ({ db }) => {
    await registered(db);
    const { quoteId } = await accept(db, 990_06);
    const [deposit] = await invoicesOf(db);
    await pay(db, deposit!.id, 495_03);
    await accept(db, 423_45, [quoteId]);
    const documents = await inForce(db);
    expect(documents.map(({ kind, gst }) => [kind, gst])).toEqual(
      expect.arrayContaining([
        ["deposit", 45_00],
        ["credit-note", 6_50],
      ]),
    );
    await expectAnEleventh(db);
  });

  dbTest.for(Array.from({ length: 20 }, (_, seed) => seed))(
    "whatever was paid, credited, agreed anew and voided: history %i",
    async (seed, { db }) => {
      await registered(db);
      const random = randomFrom(seed);
      const upTo = (most: number) => Math.floor(random() * (most + 1));
      const earlier: string[] = [];
      let agreed = await accept(db, 10_00 + upTo(2_000_00));
      await expectAnEleventh(db);
      for (let step = 0; step < 8; step++) {
        const open = await invoicesOf(db);
        const one = open[upTo(open.length - 1)];
        const what = upTo(3);
        if (one && what === 0) await pay(db, one.id, 1 + upTo(one.total));
        else if (one && what === 1)
          await creditInvoice(db, owner, one.id, { amount: 1 + upTo(one.total), reason: "" }, NOW);
        else if (one && what === 2) {
          await voidInvoice(db, owner, one.id, "", NOW);
          const again = agreed;
          await db.transaction((tx) => issueMissing(tx, again, owner.email, NOW));
        } else {
          earlier.push(agreed.quoteId);
          agreed = await accept(db, 10_00 + upTo(2_000_00), [...earlier]);
        }
        await expectAnEleventh(db);
      }
    },
  );

  dbTest("where the balance is a draft until its event has a day", async ({ db }) => {
    await registered(db);
    const { quoteId } = await accept(db, 990_06);
    const [deposit] = await invoicesOf(db);
    await pay(db, deposit!.id, 100_05);
    await accept(db, 1_250_33, [quoteId], null);
    const [draft] = await findAccounts(db, isNull(salesInvoices.number));
    const issuing = { dueOn: addDays("2026-03-10", 20), send: false };
    expect(await issueDraftInvoice(db, owner, draft!.id, issuing, NOW)).toMatchObject({ ok: true });
    await expectAnEleventh(db);
  });
});
