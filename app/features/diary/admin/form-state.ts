import type { FormState } from "#app/server/http/forms.server.ts";
import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import type { EntryIntent } from "./toasts.ts";

/** `isChanged`: they no longer are what the owner saw. */
export type SeriesDates = {
  dates: { startsAt: Date; overlaps: ShownOverlaps }[];
  isChanged: boolean;
};

/** What is answered to the forms of the diary. */
export type DiaryFormState = FormState & {
  intent?: EntryIntent;
  /** What the time overlaps: the owner may want it there nevertheless. */
  overlaps?: ShownOverlaps;
  /** The dates of a series that is not made yet. */
  series?: SeriesDates;
  /** Times at which the chosen service is free. */
  starts?: Date[];
};
