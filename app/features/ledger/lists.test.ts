import { expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { aPayment, anInvoice, owner, theBusiness } from "#tests/support/factories.ts";
import { type InvoiceList, invoiceLists, invoiceListShape, toListedInvoice } from "./lists.ts";
import { getMoneySums, listInvoices } from "./lists.server.ts";
import { sendInvoice } from "#app/features/invoices/emails.server.tsx";

// Half past midnight in Melbourne on 29 November; in UTC it is still the 28th.
const NOW = new Date("2026-11-28T13:30:00Z");

async function listed(db: Db, name: InvoiceList, query = "") {
  const list = readListQuery(new URLSearchParams(query), invoiceListShape(name));
  const { rows } = await listInvoices(db, owner, name, list, NOW);
  return rows.map((account) => toListedInvoice(account, "2026-11-29"));
}

async function numbers(db: Db, name: InvoiceList, query = "") {
  return (await listed(db, name, query)).map(({ number }) => number);
}

/** One invoice in every state, named by it. */
async function oneOfEach(db: Db) {
  const later = { dueOn: "2026-11-29" };
  const issued = (number: string, given: Parameters<typeof anInvoice>[1] = {}) =>
    anInvoice(db, { number, reference: number, ...given });
  await issued("OPEN", later);
  const partPaid = await issued("PART", later);
  await aPayment(db, { salesInvoiceId: partPaid.id, amount: 300_00 });
  await issued("OVERDUE");
  await issued("JUST", { issuedOn: "2026-11-27", dueOn: "2026-11-28" });
  const paid = await issued("PAID");
  await aPayment(db, { salesInvoiceId: paid.id });
  const over = await issued("OVER");
  await aPayment(db, { salesInvoiceId: over.id, amount: 800_00 });
  const refunded = await issued("REFUNDED", later);
  await aPayment(db, { salesInvoiceId: refunded.id });
  await aPayment(db, { salesInvoiceId: refunded.id, amount: -775_00, reason: "Cancelled" });
  const credited = await issued("CREDITED");
  await issued("CN", { kind: "credit-note", creditsId: credited.id });
  await issued("VOID", { voidedAt: NOW });
  await anInvoice(db, { number: null, kind: "balance", buyerName: "A Draft" });
  const july = { issuedOn: "2026-07-01", dueOn: "2026-07-08" };
  const old = await issued("JULY", july);
  await aPayment(db, { salesInvoiceId: old.id });
  return { paid };
}

const tabs: Record<InvoiceList, (string | null)[]> = {
  open: ["JUST", "OPEN", "OVERDUE", "PART", "REFUNDED"],
  overdue: ["OVERDUE"],
  paid: ["JULY", "OVER", "PAID"],
  quarter: [
    "CN",
    "CREDITED",
    "JUST",
    "OPEN",
    "OVER",
    "OVERDUE",
    "PAID",
    "PART",
    "REFUNDED",
    "VOID",
  ],
  drafts: [null],
  all: [
    "CN",
    "CREDITED",
    "JULY",
    "JUST",
    "OPEN",
    "OVER",
    "OVERDUE",
    "PAID",
    "PART",
    "REFUNDED",
    "VOID",
    null,
  ],
};

dbTest("each tab has those that belong there, as the sums and counts say", async ({ db }) => {
  await oneOfEach(db);
  for (const name of Object.keys(invoiceLists) as InvoiceList[])
    expect((await numbers(db, name)).toSorted(), name).toEqual(tabs[name]);
  const counts = Object.entries(tabs).map(([name, of]) => [name, of.length]);
  expect(await getMoneySums(db, owner, NOW)).toEqual({
    // Three whole ones, and what the part-payment left; what was refunded is not asked for.
    open: 3 * 775_00 + 475_00,
    overdue: 775_00,
    counts: Object.fromEntries(counts),
  });
});

dbTest("without any invoice the sums are nothing", async ({ db }) => {
  const sums = await getMoneySums(db, owner, NOW);
  expect([sums.open, sums.overdue, sums.counts.all]).toEqual([0, 0, 0]);
});

dbTest("a row says how the invoice stands", async ({ db }) => {
  await oneOfEach(db);
  const rows = await listed(db, "all");
  const stands = rows.map(({ number, rest, state }) => [number ?? "DRAFT", [state, rest]]);
  expect(Object.fromEntries(stands)).toEqual({
    OPEN: ["open", 775_00],
    PART: ["part-paid", 475_00],
    OVERDUE: ["overdue", 775_00],
    JUST: ["open", 775_00],
    PAID: ["paid", 0],
    OVER: ["paid", -25_00],
    REFUNDED: ["refunded", null],
    CREDITED: ["credited", 0],
    CN: ["credit-note", null],
    VOID: ["void", null],
    DRAFT: ["draft", null],
    JULY: ["paid", 0],
  });
});

dbTest("a row says that its client has yet to get the invoice", async ({ db }) => {
  await theBusiness(db);
  const number = (count: number) => ({ number: `INV-000${count}`, dueOn: "2026-12-01" });
  await anInvoice(db, number(1));
  const { id } = await anInvoice(db, number(2));
  await sendInvoice(db, owner, id, NOW);
  const paid = await anInvoice(db, number(3));
  await aPayment(db, { salesInvoiceId: paid.id, amount: 300_00 });
  await anInvoice(db, { ...number(4), buyerEmail: "" });
  await aPayment(db, { salesInvoiceId: (await anInvoice(db, number(5))).id });
  const rows = await listed(db, "all");
  const unsent = rows.filter(({ isUnsent }) => isUnsent).map((row) => row.number);
  expect(unsent.toSorted()).toEqual(["INV-0001", "INV-0003"]);
});

dbTest("what is open is listed by the day it is due", async ({ db }) => {
  await anInvoice(db, { number: "C", slug: null, reference: null, dueOn: "2026-12-03" });
  await anInvoice(db, { number: "A", slug: null, reference: null, dueOn: "2026-12-01" });
  await anInvoice(db, { number: "B", slug: null, reference: null, dueOn: "2026-12-02" });
  expect(await numbers(db, "open")).toEqual(["A", "B", "C"]);
});

dbTest("invoices are sorted by what their rows show as left to pay", async ({ db }) => {
  await oneOfEach(db);
  const shown = async (sort: string) => (await listed(db, "all", sort)).map(({ rest }) => rest);
  const owed = [-25_00, 0, 0, 0, 475_00, 775_00, 775_00, 775_00];
  // Drafts, void and refunded invoices and credit notes show nothing, and come last.
  const none = [null, null, null, null];
  expect(await shown("sort=rest")).toEqual([...owed, ...none]);
  expect(await shown("sort=-rest")).toEqual([...owed.toReversed(), ...none]);
});

onBoth(
  "a search finds a number, a buyer or a title within its tab, a month the day of issue",
  async ({ db }) => {
    await oneOfEach(db);
    expect(await numbers(db, "paid", "q=july")).toEqual(["JULY"]);
    expect(await numbers(db, "open", "q=july")).toEqual([]);
    expect(await numbers(db, "drafts", "q=draft")).toEqual([null]);
    expect(await numbers(db, "overdue", "q=garden")).toEqual(["OVERDUE"]);
    expect(await numbers(db, "paid", "month=2026-07")).toEqual(["JULY"]);
  },
);

dbTest("an export has the money of every row", async ({ db }) => {
  await oneOfEach(db);
  const list = readListQuery(new URLSearchParams(), invoiceListShape("paid"));
  const all = await listInvoices(db, owner, "paid", { ...list, pageSize: null }, NOW);
  expect(all.rows.map(({ paid }) => paid).toSorted()).toEqual([775_00, 775_00, 800_00]);
});
