import type { activity } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/values/list.ts";

export type SubjectKind = (typeof activity.$inferSelect)["subjectKind"];

/** What can be changed on the desk, as its log calls it. */
export const subjectKinds: Record<SubjectKind, string> = {
  quote: "Quotes",
  booking: "AMEB bookings",
  message: "Messages",
  template: "Templates",
  letter: "Letters",
  calendar: "Calendar",
  records: "Personal data",
  session: "Sessions",
};

/** What the log can be asked for: newest first. */
export const activityList: ListShape = {
  sorts: {},
  sort: "-at",
  filters: { kind: Object.keys(subjectKinds) },
};
