import { eq } from "drizzle-orm";
import { content } from "#app/content/content.ts";
import { makePdf, type PdfWriter } from "#app/server/pdf/pdf.server.ts";
import { dividerLine } from "#app/ui/line-paths.ts";
import { longDay, longInstant, melbourneDay } from "#app/values/calendar.ts";
import { formatMoney } from "#app/values/money.ts";
import { confirmationFileName, confirmationKinds } from "#app/features/email/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import type { EmailAttachment } from "#app/server/outbound/outgoing-email.server.ts";
import { quoteUrl, publicQuoteOf } from "./queries.server.ts";
import {
  type PublicQuote,
  agreementOf,
  offerLinesOf,
  type QuoteAmount,
  studentsHeading,
  recordNumber,
} from "./model.ts";

/** On A4. `slug`: null without a page. */
export function quotePdf(quote: PublicQuote, slug: string | null, now: Date) {
  const { type, title, facts, lines, sums, students, notes } = agreementOf(quote);
  const what = quote.state === "accepted" ? "Booking confirmation" : "Quote";
  const name = title ?? `For ${quote.clientName}`;
  const footer = `${content().site.brand} · ${content().site.place} · ${content().site.email}`;
  const head = { title: `${what}: ${name}`, author: content().site.person, footer, createdAt: now };
  return makePdf(head, (pdf) => {
    pdf.letterhead(content().site.brand, dividerLine.d);
    pdf.eyebrow(`${what} · ${type}`);
    pdf.gap(4);
    pdf.title(name);
    pdf.gap();
    for (const [label, value] of facts) pdf.fact(label, value);
    pdf.gap();
    pdf.text(stateSentence(quote));
    if (notes) {
      pdf.gap(6);
      pdf.text(notes);
    }
    addPrices(pdf, quote.priceMismatch ? { lines: [], sums: [] } : { lines, sums });
    if (quote.state === "pending" && !quote.priceMismatch)
      addAmounts(pdf, "Add to your booking", offerLinesOf(quote));
    addAmounts(pdf, studentsHeading, students);
    const invitation = quote.state === "pending" ? "Read and accept it at" : "Online at";
    pdf.gap(6);
    if (slug) {
      const url = quoteUrl(slug);
      pdf.link(`${invitation} ${url}`, url);
    }
    if (quote.recordHash) pdf.text(recordLine(quote.recordHash, quote.decidedAt!), "soft");
  });
}

type Prices = Pick<ReturnType<typeof agreementOf>, "lines" | "sums">;

function addPrices(pdf: PdfWriter, { lines, sums }: Prices): void {
  pdf.gap();
  pdf.rule();
  for (const [label, amount] of lines) pdf.amount(label, formatMoney(amount));
  pdf.rule("strong");
  sums.forEach(([label, amount], index) =>
    pdf.amount(label, formatMoney(amount), index === 0 ? "large" : "normal"),
  );
  pdf.rule("strong");
}

function addAmounts(pdf: PdfWriter, heading: string, amounts: readonly QuoteAmount[]): void {
  if (amounts.length === 0) return;
  pdf.gap(6);
  pdf.heading(heading);
  pdf.gap(3);
  for (const [label, amount] of amounts) pdf.amount(label, formatMoney(amount));
  pdf.gap();
}

function recordLine(hash: string, acceptedAt: string): string {
  const day = longDay(melbourneDay(new Date(acceptedAt)));
  return `Record no. ${recordNumber(hash)}, kept unaltered since ${day}.`;
}

function stateSentence({ state, priceMismatch, decidedAt, validUntil }: PublicQuote): string {
  if (priceMismatch && state !== "expired")
    return "The price of this quote is being checked, so it can't be accepted just now.";
  const on = decidedAt ? longInstant(new Date(decidedAt)) : "";
  switch (state) {
    case "accepted":
      return `Accepted on ${on}.`;
    case "pending":
      return validUntil
        ? `This quote can be accepted until the end of ${longDay(validUntil)}, Melbourne time.`
        : "This quote is waiting to be accepted.";
    case "expired":
      return "This quote has expired.";
    case "declined":
      return `Declined on ${on}.`;
    case "cancelled":
      return `This booking was cancelled on ${on}.`;
    default:
      return "This quote is no longer open.";
  }
}

type Email = { kind: string; quoteId: string | null };

/** Only while the acceptance is in force. */
export async function confirmationPdfs(db: Db, email: Email): Promise<EmailAttachment[]> {
  if (!confirmationKinds.includes(email.kind) || !email.quoteId) return [];
  const [found] = await db.select().from(quotes).where(eq(quotes.id, email.quoteId));
  const now = new Date();
  const quote = found && (await publicQuoteOf(db, found, now));
  if (quote?.state !== "accepted") return [];
  const pdf = await quotePdf(quote, found!.slug, now);
  return [{ fileName: confirmationFileName, contentType: "application/pdf", content: pdf }];
}
