import type { FormState } from "#app/server/http/forms.server.ts";
import type { EntryIntent } from "./toasts.ts";

/** `isChanged`: they no longer are what the owner saw. `overlaps`: what is in its way, in words; `keys` name it. */
export type SeriesDates = {
  dates: { startsAt: Date; overlaps: string[]; keys: string[] }[];
  isChanged: boolean;
};

/** What is answered to the forms of the diary. */
export type DiaryFormState = FormState & {
  intent?: EntryIntent;
  /** What the time overlaps, in words: the owner may want it there nevertheless. */
  overlaps?: string[];
  /** The dates of a series that is not made yet. */
  series?: SeriesDates;
  /** Times at which the chosen service is free. */
  starts?: Date[];
};
