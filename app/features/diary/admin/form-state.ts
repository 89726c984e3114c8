import type { FormState } from "#app/server/http/forms.server.ts";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import type { Entry } from "#app/features/diary/model.ts";
import type { Day } from "#app/values/calendar.ts";

/** `isChanged`: the dates are not those that the owner saw. `isOutside`: of the hours of every week. */
export type SeriesDates = {
  /** `instead`: the next free time, where something is in the way. */
  dates: { startsAt: Date; overlaps: ShownOverlaps; instead: Date | null }[];
  isChanged: boolean;
  isOutside: boolean;
};

export type DiaryFormState = FormState & {
  overlaps?: ShownOverlaps;
  /** Dates of a series that is not made yet. */
  series?: SeriesDates | undefined;
  starts?: Date[];
};

export type EntryFormsProps = {
  entry: Entry;
  starts: readonly Date[];
  today: Day;
  posted: DiaryFormState | undefined;
};

export function refusedOf(posted: DiaryFormState | undefined, intent: string) {
  return posted && posted.values && posted.intent === intent ? posted : undefined;
}
