import { content } from "#app/content/content.ts";
import { formatAbn } from "#app/values/abn.ts";
import { cleanText, oneLine } from "#app/values/text.ts";
import type { InvoiceLine } from "#app/server/database/tables.server.ts";
import { type Invoice, isTaxInvoice } from "./model.ts";

/** `name` is the trading name if there is one. */
export type DocumentSeller = { name: string; legalName: string; abn: string; address: string };

/** GST law asks for these names on a document with GST; without GST it must not use them. */
export function documentName(invoice: Pick<Invoice, "kind" | "gst">): string {
  if (invoice.kind !== "credit-note") return isTaxInvoice(invoice) ? "Tax invoice" : "Invoice";
  return isTaxInvoice(invoice) ? "Credit note (adjustment note)" : "Credit note";
}

export function namedDocument(invoice: Pick<Invoice, "kind" | "gst" | "number">): string {
  return `${documentName(invoice)} ${invoice.number}`;
}

export function documentInSentence(invoice: Parameters<typeof namedDocument>[0]): string {
  const named = namedDocument(invoice);
  return named.charAt(0).toLowerCase() + named.slice(1);
}

/** Other programs may have written the rows. A tax invoice marks what is GST-free. */
export function documentLines({ lines, gst }: Pick<Invoice, "lines" | "gst">): InvoiceLine[] {
  return (lines as unknown[]).map((line) => {
    const { text, amount, gstFree } = (line ?? {}) as Partial<Record<keyof InvoiceLine, unknown>>;
    const said = (typeof text === "string" && oneLine(cleanText(text))) || "N/A";
    return {
      text: gstFree === true && gst !== null ? `${said} (GST-free)` : said,
      amount: Number.isSafeInteger(amount) ? Number(amount) : Number.NaN,
    };
  });
}

/** Other programs may have written the rows. */
export function sellerOf({ seller }: Pick<Invoice, "seller">): DocumentSeller {
  const text = (value: unknown) => (typeof value === "string" ? cleanText(value).trim() : "");
  const legalName = text(seller?.legalName);
  return {
    name: oneLine(text(seller?.tradingName)) || oneLine(legalName) || content().site.brand,
    legalName,
    abn: formatAbn(text(seller?.abn)),
    address: text(seller?.postalAddress),
  };
}

export function buyerText({ buyerName, buyerAddress, buyerAbn }: Invoice): string {
  const lines = [buyerName, buyerAddress, buyerAbn && `ABN ${formatAbn(buyerAbn)}`];
  return lines.filter(Boolean).map(cleanText).join("\n");
}

/** Only characters that every file system and header accepts. */
export function pdfFileName(number: string): string {
  return `${number.replaceAll(/[^A-Za-z0-9-]/g, "") || "invoice"}.pdf`;
}
