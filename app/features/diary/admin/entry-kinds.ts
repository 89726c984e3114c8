export const entryKinds = ["appointment", "block", "away"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const readEntryKind = (asked: string | null): EntryKind =>
  entryKinds.find((kind) => kind === asked) ?? "appointment";

export const entryKindLabels: Record<EntryKind, string> = {
  appointment: "Appointment",
  block: "Block time",
  away: "Days away",
};

export const titleOfAway = "Away";
