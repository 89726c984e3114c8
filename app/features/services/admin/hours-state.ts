import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { HoursIntent } from "../hours-words.ts";
import type { TimesValues } from "../typed-times.ts";

export type HoursState = FormState & {
  /** The form that the answer is about. */
  of?: HoursIntent;
  /** Of what stands since, after a refusal of a stale tab. */
  version?: number | string;
  /** What the time away would lie over; the owner is asked. */
  overlaps?: ShownOverlaps;
  /** Of it what can be cancelled in the same go. */
  cancellable?: readonly { value: string; label: string }[];
};

/** A week of hours as its form shows it; `id` null for one that is not there yet. */
export type ShownWeek = {
  id: string | null;
  version: number;
  isUsual: boolean;
  sample: boolean;
  values: TimesValues;
};

/** A week of hours in the list. */
export type ListedWeek = { id: string; isUsual: boolean; sample: boolean; name: string };

export type ShownDay = {
  day: string;
  hours: string;
  note: string;
  /** What the page showed, to compare. */
  seen: string;
  values: TimesValues;
};
