import type { CsvColumns } from "#app/values/csv.ts";
import type { ActivityEntry } from "./queries.server.ts";

const json = (values: object | null) => values && JSON.stringify(values);

export const activityColumns: CsvColumns<ActivityEntry> = {
  At: ({ at }) => at,
  Who: ({ actor }) => actor,
  Action: ({ action }) => action,
  What: ({ kind }) => kind,
  Name: ({ label }) => label,
  Before: ({ before }) => json(before),
  After: ({ after }) => json(after),
};
