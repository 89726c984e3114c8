import { expect } from "vitest";
import { readListQuery } from "#app/ui/admin/list-query.ts";
import { dbTest } from "#tests/support/db.ts";
import { anEmail, anInvoice, aPayment, aQuote, NOW, owner } from "#tests/support/factories.ts";
import { clientListShape } from "./model.ts";
import { listClients } from "./people.server.ts";
import { getClientHistory } from "./queries.server.ts";
import { findRecords } from "./search.server.ts";

const day = (date: number) => new Date(Date.UTC(2026, 2, date));

dbTest(
  "a client's history has invoices, credit notes, payments and their undoing",
  async ({ db }) => {
    const invoice = await anInvoice(db, { buyerEmail: "ADA@client.example", issuedAt: day(1) });
    const salesInvoiceId = invoice.id;
    const note = { kind: "credit-note", number: "CN-0001", creditsId: invoice.id } as const;
    await anInvoice(db, { ...note, total: 100_00, issuedAt: day(5) });
    const voided = { voidedAt: day(7), voidReason: "Wrong date" };
    await anInvoice(db, { number: "INV-0002", issuedAt: day(6), ...voided });
    await anInvoice(db, { number: null });
    const { id } = await aPayment(db, { salesInvoiceId, amount: 675_00, at: day(2) });
    await aPayment(db, { salesInvoiceId, amount: -675_00, reversesId: id, at: day(3) });
    await aPayment(db, { salesInvoiceId, amount: -5_00, reason: "Too much", at: day(4) });
    const { names, entries } = await getClientHistory(db, owner, "ada@client.example");
    expect(names).toEqual(["Ada Client"]);
    expect(entries.map(({ title, text }) => [title, text])).toEqual([
      ["Invoice INV-0002 voided", "Wrong date"],
      ["Invoice INV-0002 issued", "A$775.00, Garden party"],
      ["Credit note CN-0001 issued", "A$100.00, Garden party"],
      ["Refunded A$5.00", "INV-0001, PayID: Too much"],
      ["Undone: A$675.00", "INV-0001, PayID"],
      ["Paid A$675.00", "INV-0001, PayID"],
      ["Invoice INV-0001 issued", "A$775.00, Garden party"],
    ]);
  },
);

dbTest(
  "what an acceptance brought about stands above it, the last number first",
  async ({ db }) => {
    await anInvoice(db, { number: "INV-0010", issuedAt: NOW });
    await anInvoice(db, { number: "INV-0009", issuedAt: NOW });
    await aQuote(db, { createdAt: day(1), acceptedAt: NOW });
    await anEmail(db, { subject: "Your booking confirmation", createdAt: NOW });
    const { entries } = await getClientHistory(db, owner, "ada@client.example");
    expect(entries.map(({ title }) => title)).toEqual([
      "Email: Your booking confirmation",
      "Invoice INV-0010 issued",
      "Invoice INV-0009 issued",
      expect.stringMatching(/accepted$/),
      expect.stringMatching(/created$/),
    ]);
  },
);

dbTest.for(["INV-0001", "inv0001", "0001", "ada client", "@client.exam"])(
  "an invoice and its buyer are found by %s",
  async (typed, { db }) => {
    const { id } = await anInvoice(db);
    await anInvoice(db, { number: "INV-0777", buyerName: "Mei", buyerEmail: "mei@tan.example" });
    const { invoices, clients } = await findRecords(db, owner, typed);
    expect(invoices).toEqual([{ id, name: "INV-0001, Ada Client", about: "Garden party" }]);
    expect(clients).toEqual([{ name: "Ada Client", email: "ada@client.example" }]);
    const assistant = { ...owner, role: "assistant" } as const;
    expect(await findRecords(db, assistant, typed)).toMatchObject({ clients, invoices: [] });
  },
);

dbTest("who only ever got an invoice is a client, whose drafts don't count", async ({ db }) => {
  await anInvoice(db, { createdAt: NOW });
  await anInvoice(db, { number: null });
  const list = readListQuery(new URLSearchParams({ q: "ada" }), clientListShape);
  const { rows } = await listClients(db, owner, list, NOW);
  expect(rows).toMatchObject([{ email: "ada@client.example", name: "Ada Client", invoices: 1 }]);
});

dbTest("what a client owes is open, by its rest, and sorts them before others", async ({ db }) => {
  const later = new Date("2026-12-01T01:00:00Z");
  const late = await anInvoice(db);
  await aPayment(db, { salesInvoiceId: late.id, amount: 675_00 });
  await anInvoice(db, { number: "INV-0002", dueOn: "2026-12-09", total: 50_00 });
  await anInvoice(db, { number: "INV-0003", voidedAt: later, voidReason: "Wrong" });
  const paid = { number: "INV-0004", buyerEmail: "mei@tan.example", createdAt: later };
  const { id } = await anInvoice(db, paid);
  await aPayment(db, { salesInvoiceId: id, amount: 775_00 });
  const money = async (sort: string) => {
    const list = readListQuery(new URLSearchParams({ sort }), clientListShape);
    const { rows } = await listClients(db, owner, list, later);
    return rows.map(({ email, owed, overdue, open }) => [email, owed, overdue, open]);
  };
  const ada = ["ada@client.example", 150_00, 100_00, 2];
  const mei = ["mei@tan.example", 0, 0, 0];
  expect(await money("-open")).toEqual([ada, mei]);
  expect(await money("open")).toEqual([mei, ada]);
  expect(await money("-last")).toEqual([mei, ada]);
});

dbTest("a client owes nothing of money that went back and isn't explained", async ({ db }) => {
  const later = new Date("2026-12-01T01:00:00Z");
  const { id: salesInvoiceId } = await anInvoice(db);
  await aPayment(db, { salesInvoiceId, amount: 775_00 });
  await aPayment(db, { salesInvoiceId, amount: -300_00, method: "card", reason: "Refunded" });
  await aQuote(db, { clientName: "Mei Tan", clientEmail: "mei@tan.example", createdAt: NOW });
  const list = readListQuery(new URLSearchParams({ sort: "-open" }), clientListShape);
  const { rows } = await listClients(db, owner, list, later);
  expect(rows.map(({ name, owed, overdue, open }) => [name, owed, overdue, open])).toEqual([
    ["Mei Tan", 0, 0, 1],
    ["Ada Client", 0, 0, 0],
  ]);
});
