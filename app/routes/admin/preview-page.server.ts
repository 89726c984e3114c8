import { siteDocuments } from "#app/content/documents.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { framedPage } from "#app/features/site-content/admin/framed-page.server.ts";
import {
  documentPages,
  knownDocument,
} from "#app/features/site-content/admin/open-document.server.ts";
import { withoutUnread } from "#app/features/site-content/admin/typed-words.server.ts";
import { contentWith } from "#app/features/site-content/published.server.ts";
import { getSiteDocument } from "#app/features/site-content/queries.server.ts";
import { renderPage } from "#app/features/site-content/renderer.server.ts";
import { readWords } from "#app/features/site-content/words-form.ts";
import { getDb } from "#app/server/database/db.server.ts";

export async function previewPage(
  param: string,
  by: Administrator,
  { page, form }: { page: string | null; form?: FormData },
): Promise<Response> {
  const name = knownDocument(param);
  const pages = documentPages(name);
  const { path } = pages.find(({ key }) => key === page) ?? pages[0]!;
  const { values } = await getSiteDocument(getDb(), by, name);
  const document = siteDocuments[name];
  const shown = form
    ? withoutUnread(document, readWords(document, form, values).values, values)
    : values;
  return framedPage(await renderPage(path, await contentWith(getDb(), name, shown)));
}
