import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import { hasPackage } from "#app/features/diary/credits.server.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  businessDetails,
  credits,
  diaryEntries,
  emails,
  salesInvoices,
  services,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aLesson, anEntry, minutesLater, THURSDAY_TEN } from "#tests/support/diary.ts";
import { NOW, theBusiness } from "#tests/support/factories.ts";
import { buyPackage, offersBy } from "./buy.server.tsx";

const four = "4/60/36000";

async function aClient(db: Db) {
  await theBusiness(db);
  const [token, pageToken] = [newToken(), newToken()];
  return { entry: await anEntry(db, { token, pageToken }), token, pageToken };
}

async function pay(db: Db) {
  const [invoice] = await db.select().from(salesInvoices);
  const payment = {
    invoiceId: invoice!.id,
    paidOn: "2026-03-10",
    amount: 360_00,
    method: "cash",
  } as const;
  await db.transaction((tx) => recordPayment(tx, payment, "ada", NOW));
  return invoice!;
}

describe("a package that a client buys", () => {
  onBoth(
    "is invoiced to the client of the link, once a form, and told to the owner",
    async ({ db }) => {
      const { entry, token } = await aClient(db);
      const [first, again] = await Promise.all([
        buyPackage(db, token, four, "form", NOW),
        buyPackage(db, token, four, "form", NOW),
      ]);
      const [invoice, ...others] = await db.select().from(salesInvoices);
      expect(others).toEqual([]);
      expect([first, again]).toEqual([first, first]);
      expect(first).toEqual({ ok: true, slug: invoice!.slug });
      expect(invoice).toMatchObject({ buyerEmail: "ada@visitor.example", total: 360_00 });
      const sent = await db.select().from(emails);
      expect(sent.map(({ kind, recipient }) => `${kind} ${recipient}`).toSorted()).toEqual([
        "invoice ada@visitor.example",
        expect.stringMatching(/^package-notice /),
      ]);
      const [taken] = await db.select().from(diaryEntries).where(eq(diaryEntries.id, entry.id));
      expect(taken!.creditId).not.toBeNull();
    },
  );

  dbTest("is followed by no other while it is unpaid", async ({ db }) => {
    const { token } = await aClient(db);
    const first = await buyPackage(db, token, four, "one", NOW);
    expect(await buyPackage(db, token, four, "two", NOW)).toEqual(first);
    const invoice = await pay(db);
    const next = await buyPackage(db, token, four, "three", NOW);
    expect(next).toMatchObject({ ok: true, slug: expect.not.stringMatching(invoice.slug!) });
    expect(await db.$count(credits)).toBe(2);
  });

  dbTest("is not for a session of a kind that the owner added", async ({ db }) => {
    const { token } = await aClient(db);
    await buyPackage(db, token, four, "form", NOW);
    await pay(db);
    const service = await aLesson(db, { category: "session-1", price: 150_00 });
    const other = newToken();
    const startsAt = minutesLater(THURSDAY_TEN, 120);
    const { id } = await anEntry(db, { token: other, serviceId: service.id, startsAt });
    expect(await offersBy(db, other)).toEqual({ offers: [], isNext: false });
    expect(await buyPackage(db, other, four, "f", NOW)).toEqual({ ok: false, reason: "not-found" });
    const fits = async () => {
      const entry = db.select({ fits: hasPackage(db, "giving") }).from(diaryEntries);
      return (await entry.where(eq(diaryEntries.id, id)))[0]!.fits;
    };
    expect(await fits()).toBe(false);
    await db.update(services).set({ category: "presence" });
    expect(await fits()).toBe(true);
  });

  dbTest("is one of the price list, for the length of the session", async ({ db }) => {
    const { token } = await aClient(db);
    const changed = { ok: false, reason: "changed" };
    for (const offer of ["4/60/35000", "4/45/27000", "", "x"])
      expect(await buyPackage(db, token, offer, "f", NOW)).toEqual(changed);
    expect(await offersBy(db, token)).toMatchObject({
      offers: [{ sessions: 4 }, { sessions: 8 }],
      isNext: false,
    });
    expect(await db.$count(salesInvoices)).toBe(0);
  });

  dbTest(
    "is not for who only typed an address, nor while nothing can be invoiced",
    async ({ db }) => {
      const { token, pageToken } = await aClient(db);
      const unknown = { ok: false, reason: "not-found" };
      for (const link of [pageToken, newToken(), ""])
        expect(await buyPackage(db, link, four, "f", NOW)).toEqual(unknown);
      expect((await offersBy(db, pageToken)).offers).toEqual([]);
      await db.update(businessDetails).set({ invoicing: false });
      expect((await offersBy(db, token)).offers).toEqual([]);
      expect(await buyPackage(db, token, four, "f", NOW)).toMatchObject({ ok: false });
      expect(await db.$count(salesInvoices)).toBe(0);
    },
  );
});
