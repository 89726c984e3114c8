import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { Db } from "#app/server/database/db.server.ts";
import { businessDetails, invoicePdfs, salesInvoices } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { moneyOnBothDatabases as moneyOnBoth, moneyTest } from "#tests/support/money-test.ts";
import { anInvoice, aPayment, owner } from "#tests/support/factories.ts";
import { readPdf } from "#tests/support/pdf.ts";
import { getBusinessDetails } from "#app/features/business/queries.server.ts";
import { earlierPdf, invoicePdf, listPdfs } from "./documents.server.ts";
import { shownDetails } from "./document-texts.ts";

const cannotDraw = () => Promise.reject(new Error("No fonts."));

const read = async (db: Db, id: string) => readPdf((await invoicePdf(db, id))!.content);

describe("the PDF of an invoice", () => {
  moneyTest("of a registered business is a tax invoice on one page", async ({ db }) => {
    const note =
      "Agreed in all: A$1,550.00 (Live piano: A$1,200.00; Extra hour: A$350.00). ".repeat(2);
    const { title, totalPages, text } = await read(db, (await anInvoice(db, { note })).id);
    expect([title, totalPages]).toEqual(["Tax invoice INV-0001", 1]);
    for (const words of [
      "Tax invoice INV-0001",
      "Issued Saturday, 21 November 2026",
      "Due Saturday, 28 November 2026",
      "From Breath & Key Imogen Hale 12 Sample Street Kew VIC 3101",
      "ABN 51 824 753 556",
      "To Ada Client ada@client.example",
      "Deposit (50%) for Garden party, 16 January 2027 A$775.00",
      "Total A$775.00",
      "Total includes GST A$70.45",
      "How to pay",
      "Amount A$775.00 Reference INV0001",
      "By PayID PayID (email) pay@breath-and-key.example PayID name Imogen Hale",
      "Or by bank transfer BSB 063-000 Account number 12345678 Account name Imogen Hale",
      "Page 1 of 1",
    ])
      expect(text).toContain(words);
  });

  moneyTest("without GST is an invoice and names neither tax nor GST", async ({ db }) => {
    const { title, text } = await read(db, (await anInvoice(db, { gst: null })).id);
    expect(title).toBe("Invoice INV-0001");
    expect(text).not.toMatch(/tax invoice|\bGST\b/i);
  });

  dbTest("with GST of nothing is still a tax invoice", async ({ db }) => {
    const { text } = await read(db, (await anInvoice(db, { total: 0, gst: 0 })).id);
    expect(text).toContain("Total includes GST A$0.00");
    expect(text).not.toContain("How to pay");
  });

  moneyTest("says its whole total, whatever was paid before it was drawn", async ({ db }) => {
    const { id } = await anInvoice(db);
    await aPayment(db, { salesInvoiceId: id, amount: 300_00 });
    expect((await read(db, id)).text).toContain("Amount A$775.00");
  });

  moneyTest("that was voided says so and asks for no money", async ({ db }) => {
    const { id } = await anInvoice(db);
    await read(db, id);
    await db
      .update(salesInvoices)
      .set({ voidedAt: new Date("2026-11-22T01:00:00Z"), voidReason: "Wrong date." })
      .where(eq(salesInvoices.id, id));
    const { text } = await read(db, id);
    expect(text).toContain("Cancelled: there's nothing to pay");
    expect(text).toContain("Cancelled on Sunday, 22 November 2026 at 12:00 pm AEDT.");
    expect(text).not.toContain("Wrong date");
    expect(text).not.toContain("How to pay");
  });

  dbTest("shows what other programs wrote as far as it can be shown", async ({ db }) => {
    const { id } = await anInvoice(db, {
      buyerName: "李 Łucja\u202e\u0007 Nguyễn",
      lines: [null, 7, { text: "A\nline 🎹", amount: "12" }, { amount: 5 }] as never,
      seller: { tradingName: 5 } as never,
      title: "Party\u0000".replace("\u0000", "\u0001"),
    });
    const { text } = await read(db, id);
    for (const words of ["李 Łucja Nguyễn", "A line 🎹 N/A", "N/A A$0.05", "Breath & Key"])
      expect(text).toContain(words);
  });

  moneyTest("of a credit note names the invoice and the reason", async ({ db }) => {
    const { id: creditsId } = await anInvoice(db);
    const credit = {
      kind: "credit-note" as const,
      creditsId,
      total: 100_00,
      lines: [{ text: "Shorter performance", amount: 100_00 }],
      note: "One hour less.",
    };
    const taxed = await read(db, (await anInvoice(db, { ...credit, number: "CN-0001" })).id);
    expect(taxed.title).toBe("Credit note (adjustment note) CN-0001");
    for (const words of [
      "Corrects invoice INV-0001",
      "Reason One hour less.",
      "Total credited A$100.00",
      "Total includes GST A$9.09",
    ])
      expect(taxed.text).toContain(words);
    expect(taxed.text).not.toContain("How to pay");
    const plain = await read(
      db,
      (await anInvoice(db, { ...credit, number: "CN-0002", gst: null })).id,
    );
    expect(plain.title).toBe("Credit note CN-0002");
    expect(plain.text).not.toMatch(/adjustment|tax invoice|\bGST\b/i);
  });
});

describe("a stored PDF", () => {
  moneyOnBoth("is drawn once and is the same bytes for twenty at once", async ({ db }) => {
    const { id } = await anInvoice(db, { buyerName: "Twenty at once" });
    const all = await Promise.all(Array.from({ length: 20 }, () => invoicePdf(db, id)));
    const [first] = all;
    expect(first!.fileName).toBe("INV-0001.pdf");
    expect(all).toEqual(all.map(() => first));
    expect(await db.$count(invoicePdfs)).toBe(1);
    expect(await invoicePdf(db, id, null, cannotDraw)).toEqual(first);
  });

  dbTest("of another process that was faster is everyone's", async ({ db }) => {
    const invoice = await anInvoice(db);
    const { id } = invoice;
    const shows = shownDetails(invoice, await getBusinessDetails(db));
    const theirs = new Uint8Array([0, 255, 13, 10, 92, 120]);
    const drawn = async () => {
      await db.insert(invoicePdfs).values({ salesInvoiceId: id, shows, content: theirs });
      return new Uint8Array([1]);
    };
    expect((await invoicePdf(db, id, null, drawn))!.content).toEqual(theirs);
  });

  moneyTest("with new bank details stands beside the one that went out", async ({ db }) => {
    const { id } = await anInvoice(db);
    const before = (await invoicePdf(db, id))!;
    await db.update(businessDetails).set({ accountNumber: "99999" });
    expect((await read(db, id)).text).toContain("Account number 99999");
    const pdfs = await listPdfs(db, owner, id);
    expect(pdfs).toHaveLength(2);
    expect(await earlierPdf(db, owner, { id, pdfId: pdfs[0]!.id })).toEqual(before);
    const other = await anInvoice(db, { number: "INV-0002" });
    expect(await earlierPdf(db, owner, { id: other.id, pdfId: pdfs[0]!.id })).toBeNull();
    await db.update(businessDetails).set({ accountNumber: "12345678" });
    expect(await invoicePdf(db, id)).toEqual(before);
  });

  dbTest("is not stored when it could not be drawn, and is drawn the next time", async ({ db }) => {
    const { id } = await anInvoice(db);
    await expect(invoicePdf(db, id, null, cannotDraw)).rejects.toThrow("No fonts.");
    expect(await db.$count(invoicePdfs)).toBe(0);
    expect(await invoicePdf(db, id)).not.toBeNull();
  });
});
