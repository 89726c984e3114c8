import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import {
  auditEntries,
  emails,
  gstRegistrations,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aQuote, NOW, owner, theBusiness } from "#tests/support/factories.ts";
import { gstIfIssued } from "./issue.server.ts";
import { discardDraft, issueDraftInvoice } from "./commands.server.ts";

describe("a draft", () => {
  const draft = { number: null, kind: "balance", dueOn: null, total: 775_00 } as const;
  const issuing = { dueOn: "2026-04-01", send: true };

  moneyTest("is issued with the day that the owner gives it, once", async ({ db }) => {
    const { id } = await anInvoice(db, draft);
    const issue = () => issueDraftInvoice(db, owner, id, issuing, NOW);
    expect(await issue()).toMatchObject({ invoice: { number: "INV-0001", dueOn: "2026-04-01" } });
    expect(await issue()).toMatchObject({ ok: true });
    expect(await db.$count(emails)).toBe(1);
    const later = { ...issuing, dueOn: "2026-04-02" };
    expect(await issueDraftInvoice(db, owner, id, later, NOW)).toMatchObject({ reason: "issued" });
  });

  moneyTest("carries the GST that its deposit left of the whole", async ({ db }) => {
    await db.insert(gstRegistrations).values({ starts: "2026-01-01" });
    const { id: quoteId } = await aQuote(db);
    await anInvoice(db, { quoteId, number: "INV-0009", total: 775_00, gst: 70_45 });
    const { id } = await anInvoice(db, { ...draft, quoteId });
    const issued = await issueDraftInvoice(db, owner, id, issuing, NOW);
    expect(issued).toMatchObject({ invoice: { gst: 70_46 } });
  });

  moneyTest("says before it is issued which GST it will carry", async ({ db }) => {
    const { id: quoteId } = await aQuote(db);
    await anInvoice(db, { quoteId, number: "INV-0009", total: 775_00, gst: 70_45 });
    const balance = await anInvoice(db, { ...draft, quoteId });
    expect(await gstIfIssued(db, balance, "2026-03-10")).toBeNull();
    await db.insert(gstRegistrations).values({ starts: "2026-03-10" });
    expect(await gstIfIssued(db, balance, "2026-03-09")).toBeNull();
    expect(await gstIfIssued(db, balance, "2026-03-10")).toBe(70_46);
  });

  dbTest("is not issued while invoicing is off", async ({ db }) => {
    await theBusiness(db, { invoicing: false });
    const { id } = await anInvoice(db, draft);
    expect(await issueDraftInvoice(db, owner, id, issuing, NOW)).toMatchObject({ reason: "off" });
  });

  dbTest("is discarded without a trace but the activity log's", async ({ db }) => {
    const { id } = await anInvoice(db, draft);
    expect(await discardDraft(db, owner, id, NOW)).toBe(true);
    expect(await discardDraft(db, owner, id, NOW)).toBe(true);
    expect(await db.$count(salesInvoices)).toBe(0);
    expect(await db.select().from(auditEntries)).toMatchObject([{ action: "discarded" }]);
  });

  dbTest("that was issued is not discarded", async ({ db }) => {
    const { id } = await anInvoice(db);
    expect(await discardDraft(db, owner, id, NOW)).toBe(false);
    expect(await db.$count(salesInvoices, eq(salesInvoices.id, id))).toBe(1);
  });
});
