import type { CsvColumns } from "#app/values/csv.ts";
import type { Happening } from "./queries.server.ts";

const json = (values: object | null) => values && JSON.stringify(values);

export const activityColumns: CsvColumns<Happening> = {
  At: ({ at }) => at,
  Who: ({ actor }) => actor,
  Action: ({ action }) => action,
  What: ({ kind }) => kind,
  Name: ({ label }) => label,
  Before: ({ before }) => json(before),
  After: ({ after }) => json(after),
};
