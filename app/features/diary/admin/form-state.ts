import type { FormToasts } from "#app/ui/form-toasts.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import type { Entry } from "#app/features/diary/model.ts";
import type { Day } from "#app/values/calendar.ts";

export const entryIntents = [
  "confirm",
  "decline",
  "release",
  "dismiss",
  "move",
  "cancel",
  "cancel-alike",
  "end-series",
  "invoice-term",
  "no-show",
  "came",
  "invoice",
  "paid",
  "edit",
  "new-link",
] as const;
export type EntryIntent = (typeof entryIntents)[number];

export const isEntryIntent = (intent: unknown): intent is EntryIntent =>
  entryIntents.some((known) => known === intent);

export const entryToasts: Record<EntryIntent, FormToasts> = {
  confirm: {
    loading: "Confirming...",
    success: { title: "Confirmed. Your client gets an email." },
    failure: { title: "Not confirmed." },
  },
  decline: {
    loading: "Declining...",
    success: { title: "Declined. Your client gets an email." },
    failure: { title: "Not declined." },
  },
  release: {
    loading: "Booking...",
    success: { title: "It's in your diary. Your client gets an email." },
    failure: { title: "Not booked." },
  },
  dismiss: {
    loading: "Deleting...",
    success: { title: "Deleted." },
    failure: { title: "Not deleted." },
  },
  move: {
    loading: "Moving...",
    success: { title: "Moved." },
    failure: { title: "Not moved." },
  },
  cancel: {
    loading: "Cancelling...",
    success: { title: "Cancelled. The time is free again." },
    failure: { title: "Not cancelled." },
  },
  "cancel-alike": {
    loading: "Cancelling...",
    success: { title: "Cancelled. Their times are free again, and only you get emails." },
    failure: { title: "Not cancelled." },
  },
  "end-series": {
    loading: "Cancelling...",
    success: { title: "Cancelled. Their times are free again." },
    failure: { title: "Not cancelled." },
  },
  "no-show": {
    loading: "Saving...",
    success: { title: "Marked as a no-show." },
    failure: { title: "Not saved." },
  },
  came: {
    loading: "Saving...",
    success: { title: "Marked as done." },
    failure: { title: "Not saved." },
  },
  invoice: {
    loading: "Invoicing...",
    success: { title: "Invoice issued." },
    failure: { title: "Not invoiced." },
  },
  "invoice-term": {
    loading: "Invoicing...",
    success: { title: "Invoice issued for all of them." },
    failure: { title: "Not invoiced." },
  },
  paid: {
    loading: "Saving...",
    success: { title: "Recorded as paid." },
    failure: { title: "Not recorded." },
  },
  edit: {
    loading: "Saving...",
    success: { title: "Saved." },
    failure: { title: "Not saved." },
  },
  "new-link": {
    loading: "Making a new link...",
    success: { title: "There's a new link. The old one doesn't work any more." },
    failure: { title: "No new link made." },
  },
};

export const newEntryToasts: FormToasts = {
  loading: "Saving...",
  success: { title: "It's in your diary." },
  failure: { title: "Not saved." },
};

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
