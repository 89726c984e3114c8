import type { Db } from "#app/server/database/db.server.ts";
import { addDays, melbourneDay } from "#app/values/calendar.ts";
import { anInvoice, aPayment, aQuote, theBusiness } from "./factories.ts";

/* An invoice in each state that a client may find theirs in; their links are named after the state. */

const today = melbourneDay(new Date());
const [lastWeek, yesterday, nextWeek] = [-7, -1, 7].map((days) => addDays(today, days));
const paidOn = yesterday;

export async function invoicesInEachState(db: Db): Promise<void> {
  await theBusiness(db);
  const quote = await aQuote(db, {
    slug: "quote-with-invoices",
    eventTitle: "Garden party at Heide",
    acceptedAt: new Date(),
    totalAmount: "1550.00",
    details: { selected_add_ons: { extraHour: true, rehearsal: false } },
  });
  let count = 0;
  const add = (slug: string, given: Partial<Parameters<typeof anInvoice>[1]> = {}) =>
    anInvoice(db, {
      slug,
      number: `${given.kind === "credit-note" ? "CN" : "INV"}-${2001 + count++}`,
      issuedOn: lastWeek,
      dueOn: given.kind === "credit-note" ? null : nextWeek,
      title: "Garden party at Heide",
      lines: [{ text: "Deposit (50%): Garden party at Heide", amount: given.total ?? 775_00 }],
      ...given,
    });
  const pay = (salesInvoiceId: string, amount: number, given: object = {}) =>
    aPayment(db, { salesInvoiceId, amount, paidOn, ...given });

  await add("open", { quoteId: quote.id });
  await add("balance", {
    quoteId: quote.id,
    kind: "balance",
    dueOn: addDays(today, 40),
    lines: [{ text: "Balance: Garden party at Heide", amount: 775_00 }],
  });
  await add("due-today", { kind: "full", dueOn: today, gst: null });
  const partPaid = await add("part-paid");
  await pay(partPaid.id, 300_00);
  await add("overdue", { dueOn: yesterday });
  const late = await add("overdue-part-paid", { dueOn: yesterday });
  await pay(late.id, 300_00, { method: "bank-transfer" });
  const paid = await add("paid");
  await pay(paid.id, 775_00);
  const overpaid = await add("overpaid");
  await pay(overpaid.id, 800_00);
  await add("void", { voidedAt: new Date(), voidReason: "The date was wrong." });

  const credited = await add("credited");
  await add("credit-note", {
    kind: "credit-note",
    creditsId: credited.id,
    note: "The concert was cancelled.",
    lines: [{ text: "Deposit not asked for", amount: 775_00 }],
  });

  const corrected = await add("refunded-and-corrected");
  const mistake = await pay(corrected.id, 777_00);
  await pay(corrected.id, -777_00, { reversesId: mistake.id, reason: "Typed 777 for 775" });
  await pay(corrected.id, 775_00, { method: "cash" });
  await pay(corrected.id, -75_00, { method: "bank-transfer", reason: "She was upset" });
  const secondCredit = { kind: "credit-note", creditsId: corrected.id, total: 50_00 } as const;
  await add("part-credit", { ...secondCredit, lines: [{ text: "Shorter set", amount: 50_00 }] });

  await add("long", {
    buyerName: "Wolfeschlegelsteinhausenbergerdorff and Daughters",
    title: "An evening for the Association of Those Who Play Very Long Programmes".repeat(2),
    lines: Array.from({ length: 6 }, (_, index) => ({
      text: `Rehearsal ${index + 1} with a name that goes on and on until it must be broken somewhere`,
      amount: 100_000_00,
    })),
    total: 600_000_00,
  });
}

export const shownStates = [
  "open",
  "balance",
  "due-today",
  "part-paid",
  "overdue",
  "overdue-part-paid",
  "paid",
  "overpaid",
  "void",
  "credited",
  "credit-note",
  "refunded-and-corrected",
  "part-credit",
  "long",
] as const;
