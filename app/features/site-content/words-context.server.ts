import { eq } from "drizzle-orm";
import { type DocumentName, siteDocuments } from "#app/content/documents.ts";
import { fillInPattern, fillInsOf } from "#app/content/fill-ins.ts";
import { wordsOf } from "#app/content/state.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { pictures } from "#app/server/database/tables.server.ts";
import { melbourneDay } from "#app/values/calendar.ts";
import type { WordsContext } from "./words-check.ts";

/** General fill-ins, and those in the document's defaults, such as the privacy page's periods. */
export function knownFillIns(name: DocumentName): string[] {
  const own = JSON.stringify(siteDocuments[name].default).matchAll(fillInPattern);
  return [...new Set([...Object.keys(fillInsOf(wordsOf({}))), ...[...own].map(([, key]) => key!)])];
}

export async function wordsContext(db: Db, name: DocumentName, now: Date): Promise<WordsContext> {
  const uploads = await db
    .select({ id: pictures.id, shape: pictures.shape })
    .from(pictures)
    .where(eq(pictures.state, "ready"));
  return {
    fillIns: knownFillIns(name),
    uploads: Object.fromEntries(uploads.map(({ id, shape }) => [id, shape])),
    today: melbourneDay(now),
  };
}
