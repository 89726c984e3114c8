import { asc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { type BusinessInput, businessFields } from "#app/features/business/schema.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { saveBusinessDetails } from "#app/features/business/settings.server.tsx";
import { sellPackage } from "#app/features/packages/sales.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { diaryEntries, salesInvoices } from "#app/server/database/tables.server.ts";
import { onBothDatabases as dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth } from "#tests/support/money-test.ts";
import { anEntry } from "#tests/support/diary.ts";
import { NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { cancelAppointment } from "./changes.server.tsx";
import { finishAppointments } from "./finish.server.ts";
import { asOwner, type Entry } from "#app/features/diary/model.ts";
import { invoiceSessions, invoiceSession, listUninvoiced } from "./session-invoices.server.ts";

/* What was agreed for a series comes before the business details: each of its lessons, monthly, or none. */

const FIRST = new Date("2026-04-01T07:00:00Z");
const nora = "nora@parent.example";

const onDay = (day: string) => new Date(`2026-${day}T16:00:00+11:00`);
const monthly = { clientEmail: nora, sessionInvoicing: "monthly" } as const;
const done = (day: string, given: object = {}) => ({
  startsAt: onDay(day),
  state: "done" as const,
  ...given,
});

const titles = async (db: Db) => {
  const invoices = await db.select().from(salesInvoices).orderBy(asc(salesInvoices.number));
  return invoices.map(({ title, total }) => `${title}: ${total / 100}`);
};

async function tick(db: Db, now: Date): Promise<void> {
  await finishAppointments(db, now);
  await invoiceSessions(db, now);
}

const nowOf = async (db: Db, { id }: Entry) =>
  (await db.select().from(diaryEntries).where(eq(diaryEntries.id, id)))[0]!;

describe("a series that is invoiced monthly", () => {
  moneyOnBoth(
    "is gathered once the month is over, with all of its client that is, while others have an invoice each",
    async ({ db }) => {
      for (const day of ["03-16", "03-23", "03-30"]) await anEntry(db, done(day, monthly));
      await anEntry(db, done("03-24", { ...monthly, clientEmail: "Nora@parent.example" }));
      await anEntry(db, done("03-17", { clientEmail: nora }));
      const single = "Voice and piano, 60 minutes on Tuesday, 17 March 2026: 95";
      for (const now of [onDay("03-19"), new Date("2026-04-01T06:59:59Z")]) {
        await tick(db, now);
        expect(await titles(db)).toEqual([single]);
        expect(await listUninvoiced(db, owner, now)).toEqual([]);
      }
      await Promise.all([1, 2, 3].map(() => tick(db, FIRST)));
      expect(await titles(db)).toEqual([single, "Sessions in March 2026: 380"]);
    },
  );

  moneyOnBoth("waits for its own lessons to be done, and for no others", async ({ db }) => {
    await anEntry(db, done("03-16", monthly));
    await anEntry(db, { startsAt: onDay("03-31"), state: "booked" });
    const last = { ...monthly, startsAt: onDay("03-30"), state: "booked" } as const;
    const { id } = await anEntry(db, last);
    await anEntry(db, done("03-29"));
    await invoiceSessions(db, FIRST);
    expect(await titles(db)).toEqual(["Voice and piano, 60 minutes on Sunday, 29 March 2026: 95"]);
    await db.update(diaryEntries).set({ state: "done" }).where(eq(diaryEntries.id, id));
    await invoiceSessions(db, FIRST);
    expect((await titles(db)).slice(1)).toEqual(["Sessions in March 2026: 190"]);
  });

  moneyOnBoth(
    "leaves out what is free, cancelled, missed, paid ahead or has its invoice already",
    async ({ db }) => {
      const [inTime, late, missed, paid, invoiced] = await Promise.all(
        ["03-16", "03-17", "03-18", "03-20", "03-23"].map((day) =>
          anEntry(db, { ...monthly, startsAt: onDay(day) }),
        ),
      );
      await anEntry(db, done("03-24", { ...monthly, price: 0 }));
      await anEntry(db, done("03-25", monthly));
      const forClient = { forClient: true };
      await cancelAppointment(db, asOwner(owner), { id: inTime!.id, ...forClient }, NOW);
      const lateBy = new Date(late!.startsAt.getTime() - 3_600_000);
      await cancelAppointment(db, asOwner(owner), { id: late!.id, ...forClient }, lateBy);
      const noShow = { state: "no-show" } as const;
      await db.update(diaryEntries).set(noShow).where(eq(diaryEntries.id, missed!.id));
      const sale = { buyerName: "Nora", buyerEmail: nora, offer: "4/60/36000", paidBy: null };
      await sellPackage(db, owner, { ...sale, expiresOn: "2026-03-20" }, "form", onDay("03-19"));
      await tick(db, onDay("03-24"));
      await invoiceSession(db, owner, await nowOf(db, invoiced!), onDay("03-24"));
      await tick(db, FIRST);
      const held = await db.select().from(diaryEntries).where(eq(diaryEntries.id, paid!.id));
      expect(held).toMatchObject([{ creditId: expect.any(String), salesInvoiceId: null }]);
      expect(await titles(db)).toEqual([
        "Package of 4 x 60 min: 360",
        "Voice and piano, 60 minutes on Monday, 23 March 2026: 95",
        "Sessions in March 2026: 95",
      ]);
      expect((await invoiceSession(db, owner, await nowOf(db, late!), FIRST)).ok).toBe(true);
    },
  );
});

dbTest(
  "a series of each or none keeps to it where others are gathered or not invoiced",
  async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "monthly" });
    await anEntry(db, done("03-12", { sessionInvoicing: "each" }));
    await anEntry(db, done("03-13", { sessionInvoicing: "off" }));
    await anEntry(db, done("03-14"));
    await tick(db, onDay("03-20"));
    expect(await titles(db)).toEqual([
      "Voice and piano, 60 minutes on Thursday, 12 March 2026: 95",
    ]);
    await tick(db, FIRST);
    expect((await titles(db)).slice(1)).toEqual(["Sessions in March 2026: 95"]);
    expect(await listUninvoiced(db, owner, FIRST)).toEqual([]);
  },
);

describe("a monthly series, where other sessions are not invoiced,", () => {
  async function change(db: Db, set: Partial<BusinessInput>, now: Date): Promise<void> {
    const { version, ...stored } = await getBusinessDetails(db);
    const input = Object.fromEntries(businessFields.map((name) => [name, stored[name]]));
    const changed = { ...(input as BusinessInput), ...set };
    await saveBusinessDetails(db, owner, version, changed, now);
  }

  dbTest("is, also for what was done before the others are", async ({ db }) => {
    await theBusiness(db, { sessionInvoicing: "off" });
    for (const day of ["03-12", "03-26"]) {
      await anEntry(db, done(day));
      await anEntry(db, done(day, monthly));
    }
    await change(db, { sessionInvoicing: "each" }, onDay("03-20"));
    await tick(db, FIRST);
    expect(await titles(db)).toEqual([
      "Voice and piano, 60 minutes on Thursday, 26 March 2026: 95",
      "Sessions in March 2026: 190",
    ]);
  });

  dbTest("is not for what was done while nothing was invoiced", async ({ db }) => {
    await theBusiness(db, { invoicing: false });
    for (const day of ["03-12", "03-26"]) await anEntry(db, done(day, monthly));
    await change(db, { invoicing: true }, onDay("03-20"));
    await tick(db, FIRST);
    expect(await titles(db)).toEqual(["Sessions in March 2026: 95"]);
  });
});
