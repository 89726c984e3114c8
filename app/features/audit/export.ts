import type { CsvColumns } from "#app/values/csv.ts";
import { changeInWords, changesOf } from "./changes.ts";
import { actionInWords, type ActivityWords, actorInWords } from "./model.ts";
import type { ActivityEntry } from "./queries.server.ts";

export const activityColumns = (words: ActivityWords): CsvColumns<ActivityEntry> => ({
  At: ({ at }) => at,
  Who: ({ actor, kind }) => actorInWords(actor, kind),
  Action: (entry) => {
    const { verb, suffix } = actionInWords(entry);
    return suffix ? `${verb} ${suffix}` : verb;
  },
  What: (entry) => actionInWords(entry).noun || entry.kind,
  Name: ({ label }) => label,
  Changes: ({ kind, before, after }) =>
    changesOf(before, after, words[kind])
      .map((change) => changeInWords(change, (text) => text))
      .join("\n"),
});
