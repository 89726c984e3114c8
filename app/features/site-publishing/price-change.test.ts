import { afterEach, expect } from "vitest";
import { siteDocuments } from "#app/content/documents.ts";
import { startContent } from "#app/content/state.server.ts";
import { acceptQuote } from "#app/features/quotes/acceptance.server.ts";
import { newDraftValues } from "#app/features/quotes/draft.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emails, quotes, salesInvoices } from "#app/server/database/tables.server.ts";
import { anInvoicedQuote } from "#tests/support/agreed-invoices.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { aBooking, anAcceptance, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { aSentQuote, LATER, quoteRow } from "#tests/support/quotes.ts";
import { markExam } from "#app/features/ameb/exam-day.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import { ensureServices } from "#app/features/services/service-commands.server.ts";
import { getSiteNotes } from "#app/features/site-content/queries.server.ts";
import { publishDocument, undoPublication } from "./commands.server.ts";

afterEach(startContent);

/** Every figure that quotes and invoices begin with, doubled. */
async function doublePrices(db: Db) {
  const { default: now } = siteDocuments.prices;
  const values = {
    ...now,
    ameb: { ...now.ameb, examDay: 200_00, rehearsal15: 60_00, rehearsal30: 100_00 },
    livePiano: { ...now.livePiano, base: 2400_00, rehearsal: 1400_00, extraHour: 700_00 },
    hourlyQuote: { hourlyRate: 200_00, hours: 6, preparation: 200_00 },
  };
  const outcome = await publishDocument(db, owner, "prices", { version: 0, values }, LATER);
  if (!outcome.ok || !outcome.isNew) throw new Error("Not published.");
  return outcome;
}

const agreed = async (db: Db) => ({
  quotes: await db.select().from(quotes).orderBy(quotes.id),
  invoices: await db.select().from(salesInvoices).orderBy(salesInvoices.number),
  emails: await db.select().from(emails).orderBy(emails.id),
});

dbTest("a change of prices leaves every quote, invoice and email as it was", async ({ db }) => {
  await anInvoicedQuote(db);
  await aQuote(db, { slug: "from-elsewhere" });
  const before = await agreed(db);
  expect(before.invoices).toHaveLength(2);
  await doublePrices(db);
  expect(await agreed(db)).toEqual(before);
});

dbTest("a quote sent before is accepted at the prices it was sent with", async ({ db }) => {
  const quote = await aSentQuote(db);
  await doublePrices(db);
  const acceptance = anAcceptance({
    slug: quote.slug!,
    wantsExtraHour: true,
    wantsRehearsal: true,
  });
  expect(await acceptQuote(db, acceptance, LATER)).toMatchObject({ ok: true });
  expect((await quoteRow(db, quote.id)).totalAmount).toBe("2250.00");
});

moneyTest("an exam is invoiced at the prices that its family was shown", async ({ db }) => {
  const exam = { examDate: melbourneDay(LATER), status: "booked" } as const;
  const { id } = await aBooking(db, { ...exam, createdAt: NOW });
  await doublePrices(db);
  const { id: later } = await aBooking(db, { ...exam, createdAt: LATER });
  for (const bookingId of [id, later])
    await markExam(db, owner, { bookingId, kind: "done", at: LATER }, LATER);
  const invoices = await db.select().from(salesInvoices).orderBy(salesInvoices.number);
  expect(invoices.map(({ total }) => total)).toEqual([100_00, 200_00]);
});

dbTest("a quote of another program keeps the add-ons' prices that were usual", async ({ db }) => {
  const quote = await aQuote(db);
  await doublePrices(db);
  await acceptQuote(db, anAcceptance({ wantsExtraHour: true }), NOW);
  expect((await quoteRow(db, quote.id)).totalAmount).toBe("1550.00");
});

dbTest(
  "a new quote starts with the new prices, and with the old ones after Undo",
  async ({ db }) => {
    const { publicationId } = await doublePrices(db);
    expect(newDraftValues("live-piano")).toMatchObject({
      base: "2400",
      rehearsal: "1400",
      extraHour: "700",
    });
    expect(newDraftValues("hourly")).toMatchObject({ hourlyRate: "200", hours: "6" });
    await undoPublication(db, owner, publicationId, LATER);
    expect(newDraftValues("live-piano")).toMatchObject({ base: "1200" });
  },
);

dbTest(
  "new prices name the services that lose theirs or change it, and so does Today",
  async ({ db }) => {
    await ensureServices(db);
    const { default: now } = siteDocuments.prices;
    const [half, , ...others] = now.coachingSessions;
    const coachingSessions = [
      { ...half!, price: 55_00 },
      { minutes: 120, price: 185_00 },
      ...others,
    ];
    const values = { ...now, coachingSessions };
    const outcome = await publishDocument(db, owner, "prices", { version: 0, values }, LATER);
    if (!outcome.ok || !outcome.isNew) throw new Error("Not published.");
    const kinds = ["Voice and piano", "Embodiment and somatic work", "Presence and communication"];
    const named = (minutes: number, price = "") =>
      kinds.map((kind) => `${kind}, ${minutes} minutes${price}`).join("; ");
    expect(outcome.warnings).toEqual([
      `Without a price now, so nobody can book: ${named(45)}.`,
      `With another price now: ${named(30, " (A$55)")}.`,
    ]);
    const { unpriced } = await getSiteNotes(db, owner, LATER);
    expect(unpriced.map(({ what }) => what)).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining("has no price") as string),
    );
    const undone = await undoPublication(db, owner, outcome.publicationId, LATER);
    expect(undone.ok && (await getSiteNotes(db, owner, LATER)).unpriced).toEqual([]);
  },
);
