import type { FormState } from "#app/server/http/forms.server.ts";
import type { EntryIntent } from "./toasts.ts";

/** What is answered to the forms of the diary. */
export type DiaryFormState = FormState & {
  intent?: EntryIntent;
  /** What the time overlaps, in words: the owner may want it there nevertheless. */
  overlaps?: string[];
  /** Times at which the chosen service is free. */
  starts?: Date[];
};
