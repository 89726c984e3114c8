import type { Entry } from "#app/features/diary/model.ts";
import type { Day } from "#app/values/calendar.ts";
import type { DiaryFormState } from "./form-state.ts";
import type { EntryIntent } from "./toasts.ts";

export type EntryFormsProps = {
  entry: Entry;
  starts: readonly Date[];
  today: Day;
  posted: DiaryFormState | undefined;
  busy: boolean;
};

export function refusedOf(posted: DiaryFormState | undefined, intent: EntryIntent) {
  return posted && posted.values && posted.intent === intent ? posted : undefined;
}
