import { eq } from "drizzle-orm";
import { confirmationFileName, confirmationKinds } from "#app/features/email/kinds.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import type { EmailAttachment } from "#app/server/outbound/outgoing-email.server.ts";
import { quotePdf } from "./pdf.server.ts";
import { publicQuoteOf } from "./queries.server.ts";

type Email = { kind: string; quoteId: string | null };

/** Only while the acceptance is in force. */
export async function confirmationPdfs(db: Db, email: Email): Promise<EmailAttachment[]> {
  if (!confirmationKinds.includes(email.kind) || !email.quoteId) return [];
  const [found] = await db.select().from(quotes).where(eq(quotes.id, email.quoteId));
  const now = new Date();
  const quote = found && (await publicQuoteOf(db, found, now));
  if (quote?.state !== "accepted") return [];
  const content = await quotePdf(quote, found!.slug, now);
  return [{ fileName: confirmationFileName, contentType: "application/pdf", content }];
}
