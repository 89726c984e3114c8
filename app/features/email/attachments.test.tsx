import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, beforeEach, describe, expect } from "vitest";
import { invoicePdf } from "#app/features/invoices/documents.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments, emails, invoicePdfs } from "#app/server/database/tables.server.ts";
import { openEmailTransport, captureEmails } from "#app/server/outbound/email-transport.server.ts";
import { dbTest, onBothDatabases as onBoth } from "#tests/support/db.ts";
import { type MailServer, startMailServer } from "#tests/fakes/smtp.ts";
import { anInvoice, owner, theBusiness } from "#tests/support/factories.ts";
import { attachmentsOf, listAttachments, deliverEmail } from "./delivery.server.ts";
import { EmailLayout } from "./email-layout.tsx";
import { Text } from "./email-parts.tsx";
import { queueEmails } from "./outbox.server.ts";

/** Attaches what is stored; nothing can be drawn. */
const storedOnly = (db: Db, emailId: string) =>
  attachmentsOf(db, emailId, (tx, id, shows) =>
    invoicePdf(tx, id, shows, () => Promise.reject(new Error("No fonts."))),
  );

/** Queues an email with these documents; answers with its id. */
async function queueWith(db: Db, ...attachments: string[]): Promise<string> {
  await db.transaction((tx) =>
    queueEmails(tx, {
      kind: "acceptance-receipt",
      recipient: "ada@client.example",
      subject: "You're booked",
      body: (
        <EmailLayout preview="">
          <Text>Thank you.</Text>
        </EmailLayout>
      ),
      attachments,
    }),
  );
  return (await db.select().from(emails))[0]!.id;
}

describe("an email with a document", () => {
  let server: MailServer;
  let folder: string;
  const smtp = () =>
    openEmailTransport({ SMTP_URL: server.url, MAIL_FROM: "a@site.example", DATA_DIR: "" });

  beforeAll(async () => void (server = await startMailServer()));
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.emails.length = 0;
    folder = await mkdtemp(join(tmpdir(), "captured-"));
    return () => rm(folder, { recursive: true });
  });

  onBoth("brings the stored PDF to its reader", async ({ db }) => {
    await theBusiness(db);
    const invoice = await anInvoice(db);
    const id = await queueWith(db, invoice.id);
    const transport = smtp();
    await deliverEmail(db, transport, id);
    transport.close();
    const stored = await invoicePdf(db, invoice.id);
    expect(server.emails).toHaveLength(1);
    const [{ text, attachments }] = server.emails as [(typeof server.emails)[number]];
    expect(text).toContain("Thank you.");
    expect(attachments).toMatchObject([{ filename: "INV-0001.pdf", mimeType: "application/pdf" }]);
    expect(new Uint8Array(attachments[0]!.content as ArrayBuffer)).toEqual(stored!.content);
  });

  dbTest("is captured with its documents, in the order of their numbers", async ({ db }) => {
    const second = await anInvoice(db, { number: "INV-0002" });
    const first = await anInvoice(db);
    const id = await queueWith(db, second.id, first.id);
    await deliverEmail(db, captureEmails(folder, "a@site.example"), id);
    const [file] = await readdir(folder);
    const { attachments } = await PostalMime.parse(await readFile(join(folder, file!)));
    expect(attachments.map(({ filename }) => filename)).toEqual(["INV-0001.pdf", "INV-0002.pdf"]);
  });

  dbTest("waits until the document can be drawn, and never goes without it", async ({ db }) => {
    const id = await queueWith(db, (await anInvoice(db)).id);
    const transport = smtp();
    await expect(deliverEmail(db, transport, id, undefined, storedOnly)).rejects.toThrow(
      "No fonts.",
    );
    expect(server.emails).toEqual([]);
    expect(await db.select().from(emails)).toMatchObject([
      { state: "queued", attempts: 1, lastError: "The PDF could not be made: No fonts." },
    ]);
    await deliverEmail(db, transport, id);
    transport.close();
    expect(server.emails[0]!.attachments).toHaveLength(1);
  });

  dbTest("that is tried again carries what was drawn for the first try", async ({ db }) => {
    const id = await queueWith(db, (await anInvoice(db)).id);
    const transport = smtp();
    server.respondWith({ code: 451, message: "Greylisted" });
    await expect(deliverEmail(db, transport, id)).rejects.toThrow("451");
    server.respondWith(null);
    await deliverEmail(db, transport, id, undefined, storedOnly);
    transport.close();
    expect(server.emails[0]!.attachments).toHaveLength(1);
  });

  onBoth("and one of the page at the same time carry the same bytes", async ({ db }) => {
    const { id: invoiceId } = await anInvoice(db);
    const id = await queueWith(db, invoiceId);
    const transport = smtp();
    const [pdf] = await Promise.all([
      invoicePdf(db, invoiceId),
      deliverEmail(db, transport, id),
      invoicePdf(db, invoiceId),
    ]);
    transport.close();
    const [attachment] = server.emails[0]!.attachments;
    expect(new Uint8Array(attachment!.content as ArrayBuffer)).toEqual(pdf!.content);
    expect(await db.$count(invoicePdfs)).toBe(1);
  });

  dbTest("is listed with its documents for the owner, by number", async ({ db }) => {
    const second = await anInvoice(db, { number: "INV-0002", slug: null });
    const first = await anInvoice(db);
    const id = await queueWith(db, second.id, first.id);
    expect(await listAttachments(db, owner, [id])).toEqual([
      { emailId: id, fileName: "INV-0001.pdf", path: `/invoices/${first.slug}/invoice.pdf` },
      { emailId: id, fileName: "INV-0002.pdf", path: `/admin/money/invoices/${second.id}` },
    ]);
    expect(await listAttachments(db, owner, [])).toEqual([]);
  });

  onBoth("does not exist when its transaction is rolled back", async ({ db }) => {
    const { id } = await anInvoice(db);
    const failing = db.transaction(async (tx) => {
      await queueEmails(tx, {
        kind: "acceptance-receipt",
        recipient: "ada@client.example",
        subject: "s",
        body: <p />,
        attachments: [id],
      });
      throw new Error("Rolled back.");
    });
    await expect(failing).rejects.toThrow("Rolled back.");
    expect(await db.$count(emailAttachments)).toBe(0);
  });
});
