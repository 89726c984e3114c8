import type { ReactNode } from "react";
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

type OpenedFormProps = {
  label: string;
  isOpen: boolean;
  /** Takes the entry away. */
  isAway?: boolean;
  children: ReactNode;
};

/** Apart from what takes nothing away. */
export const apartClass = "apart";

/** Behind a button, open where an answer stands in it. */
export function OpenedForm({ label, isOpen, isAway = false, children }: OpenedFormProps) {
  return (
    <details open={isOpen} className={isAway ? apartClass : undefined}>
      <summary className={`button quiet min-h-11! px-4! ${isAway ? "away" : ""}`}>{label}</summary>
      <div className="mt-3 border-l-4 border-brass bg-raised p-4 sm:p-6">{children}</div>
    </details>
  );
}

/** What was answered to this form, unless it went well. */
export function refusedOf(posted: DiaryFormState | undefined, intent: EntryIntent) {
  return posted && posted.values && posted.intent === intent ? posted : undefined;
}
