import type { FormState } from "#app/server/http/forms.server.ts";
import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import type { EntryIntent } from "./toasts.ts";

/** `isChanged`: the dates are not those that the owner saw. */
export type SeriesDates = {
  /** `instead`: the next free time, where something is in the way. */
  dates: { startsAt: Date; overlaps: ShownOverlaps; instead: Date | null }[];
  isChanged: boolean;
};

export type DiaryFormState = FormState & {
  intent?: EntryIntent;
  overlaps?: ShownOverlaps;
  /** Dates of a series that is not made yet. */
  series?: SeriesDates;
  starts?: Date[];
};
