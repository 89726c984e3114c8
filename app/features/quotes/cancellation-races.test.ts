import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import { recordPayment } from "#app/features/invoices/payments.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quoteEvents, reminders } from "#app/server/database/tables.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { toCents } from "#app/values/money.ts";
import { anInvoicedQuote, aSentVersion } from "#tests/support/agreed-invoices.ts";
import { AFTER, calledOff, cancelSeen, previewCancelling } from "#tests/support/cancellations.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anAcceptance, owner, theBusiness } from "#tests/support/factories.ts";
import { aSentQuote, LATER, quoteRow } from "#tests/support/quotes.ts";
import { acceptQuote } from "./acceptance.server.ts";
import { cancelBooking } from "./cancellation.server.tsx";
import { reverseDecision } from "./decisions.server.ts";

const wantedReminders = (db: Db) => db.$count(reminders, eq(reminders.state, "wanted"));

describe("cancelling beside others", () => {
  dbTest("withdraws a version that waits for an answer, and its link says so", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    const next = await aSentVersion(db, old.id, 1300_00);
    expect((await previewCancelling(db, old.id)).plan).toMatchObject({ withdraws: true });
    expect(await cancelSeen(db, old.id)).toMatchObject({ ok: true, quote: { slug: next.slug } });
    expect(await quoteRow(db, next.id)).toMatchObject({ closedAs: "withdrawn", slug: null });
    const late = anAcceptance({ slug: next.slug!, version: next.version });
    expect(await acceptQuote(db, late, AFTER)).toMatchObject({ reason: "cancelled" });
    expect(await wantedReminders(db)).toBe(0);
    // Accepted after all, it would count what is kept a second time.
    expect(await reverseDecision(db, owner, next.id, AFTER)).toMatchObject({ reason: "decided" });
  });

  onBoth("a new version that is accepted at once, one of the two wins", async ({ db }) => {
    for (let round = 0; round < 4; round++) {
      const old = await aSentQuote(db, { eventDate: addDays("2026-06-20", round) });
      if (round === 0) await theBusiness(db);
      await acceptQuote(db, anAcceptance({ slug: old.slug! }), LATER);
      const next = await aSentVersion(db, old.id, 1300_00);
      const { seen } = await previewCancelling(db, old.id);
      const acceptance = anAcceptance({ slug: next.slug!, version: next.version });
      const both = [
        () => cancelBooking(db, owner, old.id, calledOff({ seen }), AFTER),
        () => acceptQuote(db, acceptance, AFTER),
      ];
      const order = round % 2 === 0 ? both : both.toReversed();
      const results = await Promise.all(order.map((start) => start()));
      expect(results.filter(({ ok }) => ok)).toHaveLength(1);
      const rows = [await quoteRow(db, old.id), await quoteRow(db, next.id)];
      const isCancelled = rows[0]!.closedAs === "cancelled";
      expect(rows.map(({ acceptedAt }) => acceptedAt !== null)).toEqual([false, !isCancelled]);
      const invoices = [
        ...(await invoicesOfQuote(db, old.id)),
        ...(await invoicesOfQuote(db, next.id)),
      ];
      const inForce = invoices
        .filter(({ voidedAt, number }) => !voidedAt && number)
        .reduce((sum, { total }) => sum + total, 0);
      expect(inForce).toBe(isCancelled ? 0 : 1300_00);
    }
  });

  onBoth("a payment at once is in the plan, or refused", async ({ db }) => {
    for (let round = 0; round < 4; round++) {
      if (round === 0) await theBusiness(db);
      const { id, slug } = await aSentQuote(db, { eventDate: addDays("2026-06-20", round) });
      await acceptQuote(db, anAcceptance({ slug: slug! }), LATER);
      const [deposit] = await invoicesOfQuote(db, id);
      const { seen } = await previewCancelling(db, id, { keep: "nothing" });
      const payment = { paidOn: "2026-03-11", amount: 600_00, method: "card" } as const;
      const [cancelled, paid] = await Promise.all([
        cancelBooking(db, owner, id, calledOff({ keep: "nothing", seen }), AFTER),
        db.transaction((tx) =>
          recordPayment(tx, { invoiceId: deposit!.id, ...payment }, "Stripe", AFTER),
        ),
      ]);
      expect([cancelled.ok, paid.ok].filter(Boolean)).toHaveLength(1);
    }
  });

  dbTest("the event keeps who cancelled, why and what is kept", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await cancelSeen(db, id);
    const [event] = await db
      .select()
      .from(quoteEvents)
      .where(inArray(quoteEvents.kind, ["cancelled"]));
    expect(event).toMatchObject({
      actor: owner.email,
      data: { cancelledBy: "client", reason: "The party is called off.", kept: 0 },
    });
    expect(toCents((await quoteRow(db, id)).totalAmount)).toBe(1550_00);
  });
});
