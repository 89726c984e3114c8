import { href } from "react-router";
import { documentNames, siteDocuments } from "#app/content/documents.ts";
import type { AdminPage } from "#app/routes/admin/layout/pages.ts";

export const siteDocumentPages = (): AdminPage[] =>
  documentNames.map((name) => ({
    name: `Edit ${siteDocuments[name].label}`,
    to: href("/admin/site/:document", { document: name }),
  }));
