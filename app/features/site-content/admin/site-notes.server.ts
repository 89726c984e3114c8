import { wordsOf } from "#app/content/state.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import { loadOverrides } from "#app/features/site-content/stored.server.ts";
import { listSiteDocuments } from "#app/features/site-content/queries.server.ts";
import { sampleFindings } from "#app/features/site-content/samples.server.ts";
import { listUnpriced } from "#app/features/services/gaps.server.ts";
import { listUnplacedWords } from "#app/features/site-content/unplaced.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { type Period, periodStart } from "#app/values/period.ts";
import type { SampleField } from "./samples-list.tsx";
import type { SiteNotesProps } from "./site-notes.tsx";

export async function listPublicSamples(db: Db, _by: Administrator): Promise<SampleField[]> {
  return sampleFindings(wordsOf(await loadOverrides(db)));
}

/** A newer draft is probably still being worked on. */
const draftRest = { days: 1 } as const satisfies Period;

export async function getSiteNotes(db: Db, by: Administrator, now: Date): Promise<SiteNotesProps> {
  const documents = await listSiteDocuments(db, by);
  const since = periodStart(draftRest, now);
  return {
    unplaced: await listUnplacedWords(db, by),
    unpriced: await listUnpriced(db),
    drafts: documents.flatMap(({ name, document, state, updatedAt }) =>
      state === "draft" && updatedAt && updatedAt <= since
        ? [{ name, label: document.label, at: updatedAt }]
        : [],
    ),
    samples: documents.reduce((sum, { samples }) => sum + samples, 0),
  };
}
