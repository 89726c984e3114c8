import { describe, expect, test } from "vitest";
import { invoiceValuesOf } from "#app/features/ameb/exam-day.server.ts";
import { readPriceHistory } from "#app/features/services/queries.server.ts";
import {
  auditEntries,
  emailAttachments,
  emails,
  gstRegistrations,
  reminders,
  salesInvoices,
} from "#app/server/database/tables.server.ts";
import { check } from "#app/values/rules.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { aBooking, NOW, owner, theBusiness, anInvoice, aQuote } from "#tests/support/factories.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { invoicePdf } from "./documents.server.ts";
import { changedLines, newInvoiceSchema, typedLines, type TypedInvoice } from "./schema.ts";
import { issueNewInvoice, discardDraft, issueDraftInvoice } from "./commands.server.ts";
import { findPublicInvoice } from "./queries.server.ts";
import { sendInvoice } from "./emails.server.tsx";
import { eq } from "drizzle-orm";
import { gstIfIssued } from "./issue.server.ts";

const typed: TypedInvoice = {
  buyerName: "Mei Tan",
  buyerEmail: "mei@family.example",
  title: "Singing lessons in March",
  dueOn: "2026-03-17",
  lines: [
    { text: "Four lessons", amount: 360_00 },
    { text: "First lesson free", amount: 0 },
  ],
};
const key = "the form's key";

describe("what is typed", () => {
  const fields = {
    buyerName: "Mei Tan",
    buyerEmail: "mei@family.example",
    title: "Lessons",
    dueOn: "2026-03-17",
    text1: "Four lessons",
    amount1: "360",
  };
  const errorsOf = (given: Record<string, string>) => {
    const checked = check(newInvoiceSchema, { ...fields, ...given });
    return checked.ok ? null : Object.keys(checked.errors);
  };

  test("empty lines are left out, and amounts read as they are typed", () => {
    const checked = check(newInvoiceSchema, { ...fields, text3: "Music", amount3: "A$1,200.50" });
    expect(checked).toMatchObject({
      value: {
        lines: [
          { text: "Four lessons", amount: 360_00 },
          { text: "Music", amount: 1200_50 },
        ],
      },
    });
  });

  test.each([
    [{ text1: "", amount1: "" }, ["text1"]],
    [{ text1: "", amount1: "50" }, ["text1"]],
    [{ amount1: "" }, ["amount1"]],
    [{ amount1: "-5" }, ["amount1"]],
    [{ text2: "Discount", amount2: "-360" }, ["amount1"]],
    [{ text2: "Discount", amount2: "-10", free2: "on" }, ["amount1"]],
    [{ text2: "Online", amount2: "20", free2: "on", text3: "Off", amount3: "-370" }, ["amount1"]],
    [{ copyEmail: "a@b.example, c@d.example" }, ["copyEmail"]],
    [{ amount1: "350,50" }, ["amount1"]],
    [{ amount1: "0" }, ["amount1"]],
    [{ amount1: "999999.99", text2: "More", amount2: "0.01" }, ["amount1"]],
    [{ text20: "x".repeat(201), amount20: "1" }, ["text20"]],
    [{ dueOn: "2026-02-30" }, ["dueOn"]],
    [{ buyerName: "", buyerEmail: "x", title: "" }, ["buyerName", "buyerEmail", "title"]],
  ])("%j is refused beside %j", (given, wrong) => {
    expect(errorsOf(given)).toEqual(wrong);
  });

  test.each(["-10", "\u221210", "A$-10", "-A$10.00", "\u2212 $10"])(
    "a discount typed as %j is a negative line",
    (amount2) => {
      const checked = check(newInvoiceSchema, { ...fields, text2: "Sibling discount", amount2 });
      expect(checked).toMatchObject({
        ok: true,
        value: { lines: [{ amount: 360_00 }, { text: "Sibling discount", amount: -10_00 }] },
      });
    },
  );

  test("a line costs nothing where another has a price", () => {
    expect(errorsOf({ text2: "First lesson free", amount2: "0" })).toBeNull();
  });

  test("without scripts the server adds a line, and removes one from the middle", () => {
    const three = { ...fields, text2: "Two", amount2: "2", text3: "Three", amount3: "3" };
    const removed = changedLines({ ...three, intent: "remove-2" })!;
    expect(typedLines(removed).map(({ text }) => text)).toEqual(["Four lessons", "Three"]);
    expect(typedLines(changedLines({ ...three, intent: "add-line" })!)).toHaveLength(4);
    expect(changedLines({ ...three, intent: "send" })).toBeNull();
  });

  test("a twenty-first line is not added", () => {
    const full = { ...fields, text20: "Twenty", amount20: "20", intent: "add-line" };
    expect(typedLines(changedLines(full)!)).toHaveLength(20);
  });
});

describe("issuing", () => {
  moneyTest(
    "an invoice of one's own gets the next number and goes out with its PDF",
    async ({ db }) => {
      const result = await issueNewInvoice(db, owner, typed, { send: true }, NOW, key);
      expect(result).toMatchObject({
        ok: true,
        invoice: {
          number: "INV-0001",
          kind: "other",
          total: 360_00,
          gst: null,
          dueOn: "2026-03-17",
        },
      });
      const [email] = await db.select().from(emails);
      expect(email).toMatchObject({
        kind: "invoice",
        recipient: "mei@family.example",
        subject: "Invoice INV-0001: Singing lessons in March",
      });
      expect(email!.text).toContain("Reference: INV0001");
      const [invoice] = await db.select().from(salesInvoices);
      expect(await db.select().from(emailAttachments)).toMatchObject([
        { salesInvoiceId: invoice!.id },
      ]);
      expect(await db.select().from(auditEntries)).toMatchObject([
        { action: "issued", label: "INV-0001, Mei Tan", actor: owner.email },
      ]);
    },
  );

  moneyTest(
    "while registered it has GST on what is not GST-free, less a discount, and says which is",
    async ({ db }) => {
      await db.insert(gstRegistrations).values({ starts: "2026-01-01" });
      const lines = [
        { text: "Two lessons", amount: 180_00 },
        { text: "Sibling discount", amount: -15_00 },
        { text: "Online from Auckland", amount: 90_00, gstFree: true as const },
      ];
      const result = await issueNewInvoice(
        db,
        owner,
        { ...typed, lines },
        { send: true },
        NOW,
        key,
      );
      expect(result).toMatchObject({ ok: true, invoice: { total: 255_00, gst: 15_00 } });
      const { id, slug } = (await db.select().from(salesInvoices))[0]!;
      const { text: pdf } = await readPdf((await invoicePdf(db, id))!.content);
      const page = (await findPublicInvoice(db, slug!, NOW))!.invoice;
      expect(page.lines.map((line) => line.text)).toContain("Online from Auckland (GST-free)");
      const [email] = await db.select().from(emails);
      for (const said of [pdf, email!.text]) {
        expect(said).toContain("Online from Auckland (GST-free)");
        expect(said).toContain("\u2212A$15.00");
        expect(said.replace(/\s+/g, " ")).toMatch(/Total includes GST:? A\$15\.00/);
      }
    },
  );

  moneyTest("its reminders are planned around its due day", async ({ db }) => {
    await issueNewInvoice(db, owner, typed, { send: false }, NOW, key);
    const planned = await db.select().from(reminders).orderBy(reminders.dueOn);
    expect(planned.map(({ dueOn }) => dueOn)).toEqual(["2026-03-14", "2026-03-18", "2026-03-24"]);
  });

  moneyOnBoth("asked twice it is one invoice and one email", async ({ db }) => {
    const issue = () => issueNewInvoice(db, owner, typed, { send: true }, NOW, key);
    const [first, second] = await Promise.all([issue(), issue()]);
    expect(second).toMatchObject({ ok: true, invoice: { number: "INV-0001" } });
    expect(first).toMatchObject({ ok: true, invoice: { number: "INV-0001" } });
    expect(await issue()).toMatchObject({ ok: true, invoice: { number: "INV-0001" } });
    expect(await db.$count(salesInvoices)).toBe(1);
    expect(await db.$count(emails)).toBe(1);
  });

  moneyTest(
    "without sending, nobody gets an email until the owner sends it, once",
    async ({ db }) => {
      const result = await issueNewInvoice(db, owner, typed, { send: false }, NOW, key);
      expect(await db.$count(emails)).toBe(0);
      const { id } = (result as { invoice: { id: string } }).invoice;
      const send = () => sendInvoice(db, owner, id, NOW, "another key");
      expect([(await send()).ok, (await send()).ok]).toEqual([true, true]);
      expect(await db.$count(emails)).toBe(1);
    },
  );

  dbTest.for([
    ["invoicing is off", { invoicing: false }, {}, "off"],
    ["there is no ABN", { abn: "" }, {}, "incomplete"],
    ["there is no way to pay", { payId: "", bsb: "" }, {}, "incomplete"],
    ["the due day has passed", {}, { dueOn: "2026-03-09" }, "due"],
    ["it would be due at midnight", {}, { dueOn: "2026-03-10" }, "due"],
    ["the due day is years away", {}, { dueOn: "2062-03-17" }, "due"],
  ] as const)("it is refused when %s", async ([, business, given, reason], { db }) => {
    await theBusiness(db, business);
    const result = await issueNewInvoice(
      db,
      owner,
      { ...typed, ...given },
      { send: true },
      NOW,
      key,
    );
    expect(result).toEqual({ ok: false, reason });
    expect(await db.$count(salesInvoices)).toBe(0);
  });
});

describe("an AMEB booking", () => {
  dbTest("begins with the exam day and the rehearsal at the prices of the list", async ({ db }) => {
    const booking = await aBooking(db, {
      candidateName: "Lily Tan",
      serviceRequired: ["Both Exam Day & Rehearsal"],
      rehearsalMinutes: 30,
      rehearsalDate: "2026-06-13",
    });
    expect(invoiceValuesOf(booking, await readPriceHistory(db))).toEqual({
      buyerName: "Mei Tan",
      buyerEmail: "mei@family.example",
      title: "AMEB Grade 5 violin, Lily Tan",
      text1: "Exam day accompanying, Saturday, 20 June 2026",
      amount1: "100.00",
      text2: "Rehearsal of 30 minutes, Saturday, 13 June 2026",
      amount2: "50.00",
    });
  });

  moneyTest(
    "is what its invoice belongs to; none is issued for one that isn't there",
    async ({ db }) => {
      const { id: bookingId } = await aBooking(db);
      const issue = (of: string) =>
        issueNewInvoice(db, owner, typed, { send: false, bookingId: of }, NOW, of);
      expect(await issue(bookingId)).toMatchObject({ invoice: { amebBookingId: bookingId } });
      expect(await issue("not-a-uuid")).toEqual({ ok: false, reason: "not-found" });
    },
  );
});

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
