import { expect } from "vitest";
import { changeInWords, changesOf } from "#app/features/audit/changes.ts";
import { auditEntries } from "#app/server/database/tables.server.ts";
import { dbTest } from "#tests/support/db.ts";
import { aDraft, NOW, owner } from "#tests/support/factories.ts";
import { quoteWords } from "#app/routes/admin/activity/words.ts";
import { createQuote, editQuote, revisionOf } from "./drafts.server.ts";

dbTest("what changed in a draft is said without stored names or values", async ({ db }) => {
  const draft = await createQuote(db, owner, aDraft(), null, NOW);
  await editQuote(
    db,
    owner,
    draft.id,
    revisionOf(draft),
    aDraft({ base: 900_00, offersRehearsal: false, eventStart: "18:00", eventDate: "2026-06-21" }),
    NOW,
  );
  const [began, edited] = await db.select().from(auditEntries).orderBy(auditEntries.id);
  const said = (entry: typeof began) =>
    changesOf(entry!.before, entry!.after, quoteWords).map((change) => changeInWords(change));
  expect(said(edited)).toEqual([
    "Event date: Saturday, 20 June 2026 → Sunday, 21 June 2026",
    "Starts: 6:00 pm",
    "Total: A$1,200.00 → A$900.00",
    "Base price: A$1,200.00 → A$900.00",
    "Offered add-ons: Pre-event 2-hour rehearsal, Extra performance hour → Extra performance hour",
  ]);
  expect(said(began).join("\n")).not.toMatch(/[{}_]|\btrue\b/);
});
