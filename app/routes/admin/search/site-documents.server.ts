import { href } from "react-router";
import { type DocumentName, documentNames, siteDocuments } from "#app/content/documents.ts";
import type { AdminPage } from "#app/routes/admin/layout/pages.ts";

/** What she may call them. */
const alsoCalled: Partial<Record<DocumentName, string>> = {
  whatsOn: "concerts, shows, classes, dates, events",
  visibility: "hide pages and sections, navigation",
  prices: "rates, fees",
  site: "logo, brand, address, social links, newsletter, WhatsApp",
  booking: "kinds of session",
};

export const siteDocumentPages = (): AdminPage[] =>
  documentNames.map((name) => ({
    name: `Edit ${siteDocuments[name].label}`,
    also: alsoCalled[name] ?? "",
    to: href("/admin/site/:document", { document: name }),
  }));
