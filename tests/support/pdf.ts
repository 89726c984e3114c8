import { extractText, getDocumentProxy, getMeta } from "unpdf";

/** What a reader finds on the pages of a PDF, between single spaces, and how many there are. */
export async function readPdf(bytes: Uint8Array) {
  const { info } = await getMeta(bytes.slice());
  const pages = await getDocumentProxy(bytes.slice());
  const { totalPages, text } = await extractText(pages, { mergePages: true });
  return { title: info.Title as string, totalPages, text: text.replace(/\s+/g, " ") };
}
