import { eq, inArray } from "drizzle-orm";
import { describe, expect } from "vitest";
import { getRevenue } from "#app/features/dashboard/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import {
  diaryEntries,
  emailAttachments,
  reminders,
  quoteEvents,
} from "#app/server/database/tables.server.ts";
import {
  anInvoicedQuote,
  documentsOf,
  payNumber,
  replace,
  aSentVersion,
} from "#tests/support/agreed-invoices.ts";
import { AFTER, calledOff, cancelSeen, previewCancelling } from "#tests/support/cancellations.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { anAcceptance, aQuote, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { readInvitation } from "#tests/support/invitation.ts";
import { aSentQuote, eventKinds, LATER, listedQuotes, quoteRow } from "#tests/support/quotes.ts";
import { emailsOfKind } from "#tests/support/emails-of-kind.ts";
import { invoicesOfQuote } from "#app/features/invoices/queries.server.ts";
import { recordPayment } from "#app/features/ledger/payments.server.ts";
import { addDays } from "#app/values/calendar.ts";
import { toCents } from "#app/values/money.ts";
import { beginNewVersion } from "./drafts.server.ts";
import { acceptQuote, createInvoices } from "./acceptance.server.ts";
import { cancelBooking, cancellationSays } from "./cancellation.server.tsx";
import {
  acceptOnBehalf,
  declineQuote,
  reversibleDecision,
  reverseDecision,
} from "./decisions.server.ts";
import { getPublicQuote, listAgreedSince } from "./queries.server.ts";

const wantedReminders = (db: Db) => db.$count(reminders, eq(reminders.state, "wanted"));

const inDiary = async (db: Db) =>
  (await db.select({ state: diaryEntries.state }).from(diaryEntries)).map(({ state }) => state);

describe("cancelling a booking that its client accepted", () => {
  dbTest("keeps the paid deposit and ends the rest, exactly as it was shown", async ({ db }) => {
    const { id, slug } = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 775_00);
    const { plan } = await previewCancelling(db, id);
    expect(cancellationSays(plan)).toEqual(["INV-0002 will be void.", "You keep A$775.00."]);
    expect(await cancelSeen(db, id)).toMatchObject({ ok: true });
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 775.00 paid 775.00",
      "INV-0002 balance 775.00 void",
    ]);
    expect(await quoteRow(db, id)).toMatchObject({
      acceptedAt: null,
      rejectedAt: AFTER,
      closedAs: "cancelled",
      keptAmount: "775.00",
    });
    expect(await inDiary(db)).toEqual(["cancelled"]);
    expect(await listAgreedSince(db, "2026-01-01")).toEqual([]);
    expect(await wantedReminders(db)).toBe(0);
    expect(await getPublicQuote(db, slug!, AFTER)).toMatchObject({
      state: "cancelled",
      kept: 775_00,
    });
  });

  dbTest("counts what is kept in the revenue and the accepted list", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 775_00);
    await cancelSeen(db, id);
    expect(await getRevenue(db, owner, AFTER)).toMatchObject({
      total: 775_00,
      thisMonth: 775_00,
      invoices: 1,
    });
    const [listed] = await listedQuotes(db, "accepted", AFTER);
    expect(listed).toMatchObject({ id, keptAmount: "775.00" });
  });

  dbTest("gives everything back where nothing is kept", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 775_00);
    await payNumber(db, "INV-0002", 300_00);
    const { plan } = await previewCancelling(db, id, { keep: "nothing" });
    expect(plan).toMatchObject({ voided: [], kept: 0, toRefund: 1075_00 });
    await cancelSeen(db, id, { keep: "nothing" });
    expect(await documentsOf(db, id)).toEqual([
      "CN-0001 credit-note 775.00",
      "CN-0002 credit-note 775.00",
      "INV-0001 deposit 775.00 paid 775.00 credited 775.00 to refund 775.00",
      "INV-0002 balance 775.00 paid 300.00 credited 775.00 to refund 300.00",
    ]);
    expect(await getRevenue(db, owner, AFTER)).toMatchObject({ total: 0, invoices: 0 });
    expect(await listedQuotes(db, "accepted", AFTER)).toEqual([]);
  });

  dbTest("keeps an amount, and never more than has been paid", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 600_00);
    const tooMuch = calledOff({ keep: "amount", amount: 600_01 });
    expect(await cancelBooking(db, owner, id, tooMuch, AFTER)).toMatchObject({
      reason: "amount",
      most: 600_00,
    });
    await cancelSeen(db, id, { keep: "amount", amount: 250_00 });
    expect(await documentsOf(db, id)).toEqual([
      "CN-0001 credit-note 525.00",
      "INV-0001 deposit 775.00 paid 600.00 credited 525.00 to refund 350.00",
      "INV-0002 balance 775.00 void",
    ]);
  });

  dbTest("keeps of an unpaid deposit what there is: nothing", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    expect((await previewCancelling(db, id)).plan).toMatchObject({ kept: 0, toRefund: 0 });
    await cancelSeen(db, id);
    expect(await documentsOf(db, id)).toEqual([
      "INV-0001 deposit 775.00 void",
      "INV-0002 balance 775.00 void",
    ]);
  });

  dbTest("sends one email, and takes the entry out of the client's calendar", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 600_00);
    await cancelSeen(db, id, { keep: "amount", amount: 250_00 });
    const [told, ...more] = await emailsOfKind(db, "booking-cancelled");
    expect(more).toEqual([]);
    for (const sentence of [
      "As you asked, I've cancelled your booking for Garden party on Saturday, 20 June 2026.",
      "The party is called off.",
      "Invoice INV-0002 is cancelled, so please don't pay it.",
      "Credit note CN-0001 takes A$525.00 off what I invoiced before; it's attached.",
      "I'm keeping A$250.00 of what you've paid.",
      "A$350.00 is coming back to you.",
      "There's nothing more to pay.",
    ])
      expect(told!.text).toContain(sentence);
    expect(await db.$count(emailAttachments, eq(emailAttachments.emailId, told!.id))).toBe(1);
    const [accepted] = await emailsOfKind(db, "acceptance-receipt");
    const [before, after] = [accepted!, told!].map(({ invitation }) => readInvitation(invitation!));
    expect(after).toMatchObject({ method: "CANCEL", status: "CANCELLED", uid: before!.uid });
    expect(after!.sequence).toBeGreaterThan(before!.sequence);
  });

  dbTest("in the minute of the acceptance, its entry is still the newer one", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await cancelSeen(db, id, {}, LATER);
    const [accepted] = await emailsOfKind(db, "acceptance-receipt");
    const [told] = await emailsOfKind(db, "booking-cancelled");
    const [before, after] = [accepted!, told!].map(({ invitation }) => readInvitation(invitation!));
    expect(after!.sequence).toBeGreaterThan(before!.sequence);
  });

  dbTest("says sorry where the owner cancelled", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await cancelSeen(db, id, { cancelledBy: "owner", keep: "nothing" });
    const [told] = await emailsOfKind(db, "booking-cancelled");
    expect(told!.text).toContain("I'm sorry, I've had to cancel your booking for Garden party");
  });

  dbTest("does nothing that the page has not shown", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    const { seen } = await previewCancelling(db, id);
    await payNumber(db, "INV-0001", 100_00);
    expect(await cancelBooking(db, owner, id, calledOff({ seen }), AFTER)).toMatchObject({
      reason: "unseen",
      plan: { kept: 100_00, credited: [{ invoice: { number: "INV-0001" }, amount: 675_00 }] },
    });
    expect(await eventKinds(db, id)).toEqual(["sent", "accepted"]);
    expect(await emailsOfKind(db, "booking-cancelled")).toEqual([]);
    expect(await inDiary(db)).toEqual(["booked"]);
  });

  onBoth("happens once for presses in several tabs", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 100_00);
    const { seen } = await previewCancelling(db, id, { keep: "nothing" });
    const pressed = calledOff({ keep: "nothing", seen });
    const results = await Promise.all(
      Array.from({ length: 5 }, () => cancelBooking(db, owner, id, pressed, AFTER)),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await eventKinds(db, id)).toEqual(["sent", "accepted", "cancelled"]);
    expect(await emailsOfKind(db, "booking-cancelled")).toHaveLength(1);
    expect(await documentsOf(db, id)).toHaveLength(3);
  });

  dbTest("closes the quote for client and owner, for good", async ({ db }) => {
    const quote = await anInvoicedQuote(db);
    const { id, slug } = quote;
    await cancelSeen(db, id);
    const again = anAcceptance({ slug: slug!, wantsExtraHour: true });
    expect(await acceptQuote(db, again, AFTER)).toMatchObject({ reason: "cancelled" });
    const declining = { slug: slug!, version: 1, reason: "", client: again.client };
    expect(await declineQuote(db, declining, AFTER)).toMatchObject({ reason: "cancelled" });
    expect(await acceptOnBehalf(db, owner, id, AFTER)).toMatchObject({ reason: "decided" });
    expect(await beginNewVersion(db, owner, id, AFTER)).toMatchObject({ reason: "decided" });
    expect(await createInvoices(db, owner, id, true, AFTER)).toMatchObject({ reason: "decided" });
    expect(await reversibleDecision(db, owner, await quoteRow(db, id))).toBeNull();
  });

  dbTest("deletes the draft of a balance without a day", async ({ db }) => {
    await theBusiness(db);
    const { id, slug } = await aSentQuote(db, { eventDate: null });
    await acceptQuote(db, anAcceptance({ slug: slug! }), LATER);
    expect((await previewCancelling(db, id)).plan).toMatchObject({
      drafts: [{ total: 600_00 }],
      voided: [{ number: "INV-0001" }],
    });
    await cancelSeen(db, id);
    expect(await documentsOf(db, id)).toEqual(["INV-0001 deposit 600.00 void"]);
    const [told] = await emailsOfKind(db, "booking-cancelled");
    expect(told!.invitation).toBeNull();
  });

  dbTest("of yesterday sends no calendar entry", async ({ db }) => {
    const { id } = await anInvoicedQuote(db);
    const past = new Date("2026-06-21T02:00:00Z");
    expect(await cancelSeen(db, id, {}, past)).toMatchObject({ ok: true });
    const [told] = await emailsOfKind(db, "booking-cancelled");
    expect(told!.invitation).toBeNull();
    expect(told!.text).not.toContain("calendar");
  });

  dbTest("settles the invoices of replaced versions, too", async ({ db }) => {
    const old = await anInvoicedQuote(db);
    await payNumber(db, "INV-0001", 300_00);
    const id = await replace(db, old.id, 1300_00);
    await cancelSeen(db, id, { keep: "nothing" });
    expect(await documentsOf(db, old.id)).toContain(
      "INV-0001 deposit 775.00 paid 300.00 credited 775.00 to refund 300.00",
    );
    expect((await documentsOf(db, id)).filter((line) => !line.endsWith("void"))).toEqual([]);
  });
});

describe("cancelling without invoices", () => {
  dbTest("keeps what the owner says, up to the total", async ({ db }) => {
    const { id } = await aQuote(db);
    await acceptQuote(db, anAcceptance(), NOW);
    const tooMuch = calledOff({ keep: "amount", amount: 1200_01 });
    expect(await cancelBooking(db, owner, id, tooMuch, AFTER)).toMatchObject({ most: 1200_00 });
    expect(await cancelSeen(db, id)).toMatchObject({ ok: true, quote: { keptAmount: "600.00" } });
    const [told] = await emailsOfKind(db, "booking-cancelled");
    expect(told!.text).toContain("I'm keeping the deposit, A$600.00.");
  });

  dbTest("works for what the owner accepted", async ({ db }) => {
    const { id } = await aQuote(db);
    await acceptOnBehalf(db, owner, id, NOW);
    expect(await cancelSeen(db, id, { keep: "nothing" })).toMatchObject({ ok: true });
    expect(await getRevenue(db, owner, AFTER)).toMatchObject({ total: 0, invoices: 0 });
  });

  dbTest("is refused for a quote that is not accepted", async ({ db }) => {
    const { id } = await aQuote(db);
    expect(await cancelBooking(db, owner, id, calledOff(), AFTER)).toMatchObject({
      reason: "decided",
    });
  });
});

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
    const isCancelled = inArray(quoteEvents.kind, ["cancelled"]);
    const [event] = await db.select().from(quoteEvents).where(isCancelled);
    expect(event).toMatchObject({
      actor: owner.email,
      data: { cancelledBy: "client", reason: "The party is called off.", kept: 0 },
    });
    expect(toCents((await quoteRow(db, id)).totalAmount)).toBe(1550_00);
  });
});
