import { eq } from "drizzle-orm";
import { invoicePdf } from "#app/features/invoices/documents.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { emailAttachments, salesInvoices } from "#app/server/database/tables.server.ts";
import type { EmailAttachment } from "#app/server/outbound/outgoing-email.server.ts";

/** The PDFs that go out with an email; throws when one cannot be drawn now. */
export async function attachmentsOf(db: Db, emailId: string): Promise<EmailAttachment[]> {
  const attached = await db
    .select({ id: emailAttachments.salesInvoiceId })
    .from(emailAttachments)
    .innerJoin(salesInvoices, eq(salesInvoices.id, emailAttachments.salesInvoiceId))
    .where(eq(emailAttachments.emailId, emailId))
    .orderBy(salesInvoices.issuedAt, salesInvoices.number);
  const pdfs = await Promise.all(attached.map(({ id }) => invoicePdf(db, id)));
  return pdfs.map((pdf) => {
    if (!pdf) throw new Error("A document attached to this email hasn't been issued.");
    return { ...pdf, contentType: "application/pdf" };
  });
}
