import type { auditEntries } from "#app/server/database/tables.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import { type Period, periodStart } from "#app/values/period.ts";

/** How long a deleted record can be restored. */
export const restorePeriod = { days: 30 } as const satisfies Period;

/** Records deleted after this instant can still be restored. */
export function restorableSince(now: Date): Date {
  return periodStart(restorePeriod, now);
}

/** How long the log is kept. */
export const activityPeriod = { years: 2 } as const satisfies Period;

export type SubjectKind = (typeof auditEntries.$inferSelect)["subjectKind"];

export const subjectLabels: Record<SubjectKind, string> = {
  quote: "Quotes",
  booking: "AMEB bookings",
  message: "Messages",
  template: "Templates",
  letter: "Emails",
  calendar: "Calendar",
  records: "Personal data",
  session: "Sessions",
};

export const activityList: ListShape = {
  sorts: {},
  sort: "-at",
  filters: { kind: Object.keys(subjectLabels), month: "month" },
};
