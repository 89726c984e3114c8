import { wordsOf, type Overrides } from "../app/content/state.server.ts";
import { sampleFindings } from "../app/features/site-content/samples.server.ts";
import { loadOverrides } from "../app/features/site-content/stored.server.ts";
import type { Db } from "../app/server/database/db.server.ts";
import type { Finding } from "./launch-finding.ts";

/** What this installation's pages and emails still say of nobody, document by document and field by field. */
export async function publishedWordFindings(db: Db): Promise<Finding[]> {
  return wordFindings(await loadOverrides(db));
}

/** @param overrides none where nothing has been published yet */
export function wordFindings(overrides: Overrides = {}): Finding[] {
  return sampleFindings(wordsOf(overrides)).map(({ label, value, mayBeMeant }) => ({
    where: label,
    what: mayBeMeant ? `is ${value}, as the samples say` : value,
    kind: mayBeMeant ? "choice" : "words",
  }));
}
