import { desc, eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { attachmentsOf } from "#app/features/email/delivery.server.ts";
import { sendDueReminders } from "#app/features/reminders/send.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { businessDetails, emails, salesInvoices } from "#app/server/database/tables.server.ts";
import { moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aPayment, NOW, owner } from "#tests/support/factories.ts";
import { atHour } from "#tests/support/reminders.tsx";
import { readPdf } from "#tests/support/pdf.ts";
import { invoicePdf } from "./documents.server.ts";
import { findPublicInvoice } from "./queries.server.ts";
import { planIssuedReminders } from "./reminder-plans.server.ts";
import { invoiceReminders } from "./reminders.server.tsx";
import { sendInvoice } from "./emails.server.tsx";
import { listSentWithEarlierWays } from "./acceptance-email.server.tsx";

/** The newest email with the text of its PDF. */
async function lastEmail(db: Db) {
  const [email] = await db.select().from(emails).orderBy(desc(emails.createdAt)).limit(1);
  const [pdf] = await attachmentsOf(db, email!.id);
  return { id: email!.id, text: email!.text, pdf: (await readPdf(pdf!.content)).text };
}
const changeAccount = (db: Db, accountNumber: string) =>
  db.update(businessDetails).set({ accountNumber });
const listed = async (db: Db) =>
  (await listSentWithEarlierWays(db, owner)).map(({ number }) => number);
const sentence = "My bank details have changed since I last sent you this invoice";

describe("after the bank details were changed", () => {
  moneyTest(
    "an email that was written before names the old account in its PDF too",
    async ({ db }) => {
      const { id } = await anInvoice(db);
      await sendInvoice(db, owner, id);
      await changeAccount(db, "99999999");
      const { text, pdf } = await lastEmail(db);
      expect([text, pdf]).toEqual([
        expect.stringContaining("12345678"),
        expect.stringContaining("12345678"),
      ]);
      expect(pdf).not.toContain("99999999");
    },
  );

  moneyTest("email, page and PDF name the new ones, and the email says so once", async ({ db }) => {
    const invoice = await anInvoice(db);
    await sendInvoice(db, owner, invoice.id);
    expect((await lastEmail(db)).text).not.toContain(sentence);
    await changeAccount(db, "99999999");
    await sendInvoice(db, owner, invoice.id);
    const { text, pdf } = await lastEmail(db);
    const page = await findPublicInvoice(db, invoice.slug!, NOW);
    const newest = (await readPdf((await invoicePdf(db, invoice.id))!.content)).text;
    for (const said of [text, pdf, JSON.stringify(page), newest]) {
      expect(said).toContain("99999999");
      expect(said).not.toContain("12345678");
    }
    expect(text).toContain(sentence);
    await sendInvoice(db, owner, invoice.id);
    expect((await lastEmail(db)).text).not.toContain(sentence);
  });

  moneyTest("a reminder names the new ones, and says that they are new", async ({ db }) => {
    const invoice = await anInvoice(db);
    await planIssuedReminders(db, [invoice], invoice.issuedAt!);
    await sendInvoice(db, owner, invoice.id);
    await changeAccount(db, "99999999");
    const none = { read: () => Promise.resolve(null) };
    await sendDueReminders(
      db,
      { quote: none, invoice: invoiceReminders, appointment: none },
      atHour("2026-11-25", 10),
    );
    const { text, pdf } = await lastEmail(db);
    expect(text).toContain("is due on Saturday, 28 November 2026");
    expect(text).toContain(sentence);
    for (const said of [text, pdf]) {
      expect(said).toContain("99999999");
      expect(said).not.toContain("12345678");
    }
  });

  moneyTest("open invoices are listed until they are sent again", async ({ db }) => {
    const open = await anInvoice(db);
    const paid = await anInvoice(db, { number: "INV-0002" });
    await anInvoice(db, { number: "INV-0003" });
    for (const { id } of [open, paid]) await sendInvoice(db, owner, id);
    await aPayment(db, { salesInvoiceId: paid.id, amount: 775_00 });
    expect(await listed(db)).toEqual([]);
    await changeAccount(db, "99999999");
    expect(await listed(db)).toEqual(["INV-0001"]);
    await changeAccount(db, "12345678");
    expect(await listed(db)).toEqual([]);
    await changeAccount(db, "99999999");
    await sendInvoice(db, owner, open.id);
    expect(await listed(db)).toEqual([]);
    const last = eq(emails.id, (await lastEmail(db)).id);
    await db.update(emails).set({ state: "failed" }).where(last);
    expect(await listed(db)).toEqual(["INV-0001"]);
  });

  moneyTest("one that can't be sent now isn't listed", async ({ db }) => {
    const { id } = await anInvoice(db);
    const ended = await anInvoice(db, { number: "INV-0002" });
    for (const each of [id, ended.id]) await sendInvoice(db, owner, each);
    await changeAccount(db, "99999999");
    expect(await listed(db)).toEqual(["INV-0001", "INV-0002"]);
    await db.update(salesInvoices).set({ slug: null }).where(eq(salesInvoices.id, ended.id));
    await aPayment(db, { salesInvoiceId: id, amount: 775_00 });
    await aPayment(db, { salesInvoiceId: id, amount: -775_00, method: "card", reason: "Refunded" });
    expect(await listed(db)).toEqual([]);
  });
});
