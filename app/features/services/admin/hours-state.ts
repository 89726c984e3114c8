import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { HoursIntent } from "../hours-words.ts";
import type { TimesValues } from "../typed-times.ts";

export type HoursState = FormState & {
  /** The form that was answered. */
  of?: HoursIntent;
  /** The current version, after a stale tab was refused. */
  version?: number | string;
  overlaps?: ShownOverlaps;
  /** Overlaps that can be cancelled at the same time. */
  cancellable?: readonly { value: string; label: string }[];
};

/** `id`: null for a new week. */
export type ShownWeek = {
  id: string | null;
  version: number;
  isUsual: boolean;
  sample: boolean;
  values: TimesValues;
};

export type ListedWeek = { id: string; isUsual: boolean; sample: boolean; name: string };

export type ShownDay = {
  day: string;
  hours: string;
  note: string;
  /** The version that the page showed. */
  seen: string;
  values: TimesValues;
};
