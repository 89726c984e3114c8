import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  emailAttachments,
  emails,
  gstRegistrations,
  quotes,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anAcceptance, aQuote, owner, theBusiness } from "#tests/support/factories.ts";
import { clockIn } from "#tests/support/time-zone.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { acceptOnBehalf } from "./decisions.server.ts";

const november = new Date("2026-11-21T01:00:00Z");
const event = { eventDate: "2027-01-16" };

async function registered(db: Db, starts = "2026-07-01") {
  await theBusiness(db);
  await db.insert(gstRegistrations).values({ starts });
}

async function accepted(db: Db, given: Parameters<typeof aQuote>[1] = {}, now = november) {
  const quote = await aQuote(db, { ...event, ...given });
  const wanted = { slug: quote.slug!, wantsExtraHour: true };
  expect(await acceptQuote(db, anAcceptance(wanted), now)).toMatchObject({ ok: true });
  return quote.id;
}

const figures = async (db: Db, quoteId: string) =>
  (await invoicesOfQuote(db, quoteId)).map(({ number, total, gst, dueOn }) => [
    number,
    total,
    gst,
    dueOn,
  ]);
const emailsOf = async (db: Db) =>
  Object.fromEntries((await db.select().from(emails)).map((email) => [email.kind, email]));

describe("an acceptance with invoicing on", () => {
  dbTest("issues the deposit and the balance with GST, a week later and before", async ({ db }) => {
    await registered(db);
    const id = await accepted(db);
    expect(await figures(db, id)).toEqual([
      ["INV-0001", 775_00, 70_45, "2026-11-28"],
      ["INV-0002", 775_00, 70_46, "2027-01-09"],
    ]);
    expect(await db.select().from(salesInvoices)).toMatchObject([
      { kind: "deposit", buyerName: "Ada Client", reference: "INV0001", createdBy: "client" },
      { kind: "balance", buyerEmail: "ada@client.example", issuedOn: "2026-11-21" },
    ]);
  });

  dbTest("by the owner issues the same, and sends the client one email", async ({ db }) => {
    await registered(db);
    const { id } = await aQuote(db, event);
    await acceptOnBehalf(db, owner, id, november);
    expect(await figures(db, id)).toEqual([
      ["INV-0001", 600_00, 54_55, "2026-11-28"],
      ["INV-0002", 600_00, 54_54, "2027-01-09"],
    ]);
    const sent = await db.select().from(emails);
    expect(sent).toMatchObject([{ kind: "acceptance-receipt", recipient: "ada@client.example" }]);
    expect(sent[0]!.text).toContain("How to pay");
    expect(sent[0]!.text).not.toContain("details for paying");
    expect(await db.$count(emailAttachments)).toBe(1);
  });

  dbTest("within a week of the event issues one invoice for the whole", async ({ db }) => {
    await registered(db);
    const id = await accepted(db, { eventDate: "2026-11-27" });
    expect(await figures(db, id)).toEqual([["INV-0001", 1550_00, 140_91, "2026-11-23"]]);
    const { "acceptance-receipt": receipt, "acceptance-notice": notice } = await emailsOf(db);
    expect(receipt!.text).toContain(
      "The total of A$1,550.00 is due by Monday, 23 November 2026. Tax invoice INV-0001 is attached.",
    );
    expect(notice!.text).toContain(
      "INV-0001, whole amount, due Monday, 23 November 2026: A$1,550.00",
    );
  });

  dbTest("of an event without a date keeps the balance as a draft", async ({ db }) => {
    await registered(db);
    const id = await accepted(db, { eventDate: null });
    expect(await figures(db, id)).toEqual([
      ["INV-0001", 775_00, 70_45, "2026-11-28"],
      [null, 775_00, null, null],
    ]);
    const { "acceptance-receipt": receipt, "acceptance-notice": notice } = await emailsOf(db);
    expect(receipt!.text).toContain("balance of A$775.00 follows once we've set a date.");
    expect(notice!.text).toContain(
      "The balance of A$775.00 is a draft: give it a due date and issue it.",
    );
  });

  dbTest.for(["1900-01-01", "9999-12-31"])(
    "issues invoices whatever date another program wrote: %s",
    async (eventDate, { db }) => {
      await registered(db);
      const id = await accepted(db, { eventDate });
      expect((await invoicesOfQuote(db, id)).reduce((sum, { total }) => sum + total, 0)).toBe(
        1550_00,
      );
    },
  );

  dbTest("of a quote that costs nothing issues none, and says so", async ({ db }) => {
    await registered(db);
    const { id } = await aQuote(db, { ...event, totalAmount: "0.00" });
    await acceptOnBehalf(db, owner, id, november);
    expect(await figures(db, id)).toEqual([]);
    const { "acceptance-receipt": receipt } = await emailsOf(db);
    expect(receipt!.text).toContain("There's nothing left to pay.");
  });

  dbTest("makes the invoices out to the client, whoever accepts", async ({ db }) => {
    await registered(db);
    await aQuote(db, event);
    const partner = { clientName: "Pat Partner", clientEmail: "pat@client.example" };
    await acceptQuote(db, anAcceptance(partner), november);
    const isFirst = eq(salesInvoices.number, "INV-0001");
    const [deposit] = await db.select().from(salesInvoices).where(isFirst);
    expect(deposit).toMatchObject({ buyerName: "Ada Client", buyerEmail: "ada@client.example" });
    const sent = await emailsOf(db);
    expect(sent["acceptance-notice"]!.text).toContain("They've both been told how to pay, with");
    for (const email of [sent["acceptance-copy"], sent["acceptance-receipt"]]) {
      expect(email!.text).toContain("Reference: INV0001");
      expect(email!.salesInvoiceId).toBe(deposit!.id);
      expect(await db.$count(emailAttachments, eq(emailAttachments.emailId, email!.id))).toBe(1);
    }
    expect(await db.$count(emailAttachments)).toBe(2);
  });

  dbTest("makes them out to who accepted, where no usable client is named", async ({ db }) => {
    await registered(db);
    await accepted(db, { clientName: " ", clientEmail: "by phone" });
    expect(await db.select().from(salesInvoices)).toMatchObject([
      { buyerName: "Ada Client", buyerEmail: "ada@client.example" },
      { buyerName: "Ada Client", buyerEmail: "ada@client.example" },
    ]);
  });

  dbTest("that is rolled back uses no number", async ({ db }) => {
    await registered(db);
    await aQuote(db, event);
    const failing = db.transaction(async (tx) => {
      await acceptQuote(tx as unknown as Db, anAcceptance(), november);
      throw new Error("The power is cut.");
    });
    await expect(failing).rejects.toThrow("The power is cut.");
    expect(await db.$count(salesInvoices)).toBe(0);
    expect(await figures(db, await accepted(db, { slug: "another" }))).toMatchObject([
      ["INV-0001", 775_00, 70_45, "2026-11-28"],
      ["INV-0002", 775_00, 70_46, "2027-01-09"],
    ]);
  });

  onBoth(
    "of twenty, as many at once as there are connections, gives each two numbers in a row",
    async ({ db }) => {
      await registered(db);
      const count = 20;
      const all = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          aQuote(db, { ...event, slug: `link-${index}` }),
        ),
      );
      for (let first = 0; first < count; first += 10)
        await Promise.all(
          all
            .slice(first, first + 10)
            .map(({ slug }) => acceptQuote(db, anAcceptance({ slug: slug! }), november)),
        );
      const issued = await db.select().from(salesInvoices).orderBy(salesInvoices.number);
      expect(issued.map(({ number }) => Number(number!.slice(4)))).toEqual(
        Array.from({ length: 2 * count }, (_, index) => index + 1),
      );
      const firsts = issued.filter((_, index) => index % 2 === 0);
      expect(firsts.every(({ quoteId }, at) => issued[2 * at + 1]!.quoteId === quoteId)).toBe(true);
      expect(new Set(firsts.map(({ quoteId }) => quoteId)).size).toBe(count);
    },
  );

  onBoth(
    "twenty times the same quote at once is invoiced once, with one email to each side",
    async ({ db }) => {
      await registered(db);
      await aQuote(db, event);
      await Promise.all(
        Array.from({ length: 20 }, () => acceptQuote(db, anAcceptance(), november)),
      );
      const issued = await db.select().from(salesInvoices).orderBy(salesInvoices.number);
      expect(issued.map(({ number }) => number)).toEqual(["INV-0001", "INV-0002"]);
      expect(await db.$count(emails)).toBe(2);
    },
  );

  dbTest("turned on later leaves earlier acceptances alone", async ({ db }) => {
    await accepted(db);
    await registered(db);
    expect(await db.$count(salesInvoices)).toBe(0);
    expect(await db.$count(quotes)).toBe(1);
  });
});

describe.for(["UTC", "America/New_York"])("under TZ=%s", (zone) => {
  dbTest("GST begins at midnight in Melbourne on the first day registered", async ({ db }) => {
    clockIn(zone);
    await registered(db, "2026-12-01");
    const lastSecond = new Date("2026-11-30T12:59:59Z");
    const midnight = new Date("2026-11-30T13:00:00Z");
    const without = await accepted(db, {}, lastSecond);
    const withGst = await accepted(db, { slug: "a-second-later" }, midnight);
    expect(await figures(db, without)).toEqual([
      ["INV-0001", 775_00, null, "2026-12-07"],
      ["INV-0002", 775_00, null, "2027-01-09"],
    ]);
    expect(await figures(db, withGst)).toEqual([
      ["INV-0003", 775_00, 70_45, "2026-12-08"],
      ["INV-0004", 775_00, 70_46, "2027-01-09"],
    ]);
  });
});
