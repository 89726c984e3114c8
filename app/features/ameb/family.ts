import type { sheetMusic } from "#app/server/database/tables.server.ts";
import { type Day, daysBetween, isDay } from "#app/values/calendar.ts";
import { pdfUploadLimits } from "#app/server/pdf/upload-limits.ts";
import { type AmebBooking, cutOff } from "./model.ts";

/** Of a booking's sheet music. */
export const musicLimits = {
  /** Of one file. */
  bytes: 10 * 1024 * 1024,
  files: 5,
  pages: pdfUploadLimits.pages,
  fileName: 100,
} as const;

export type MusicFile = Omit<typeof sheetMusic.$inferSelect, "bytes" | "bookingId">;

/** `id`: the same for the same file sent twice. */
export type NewMusic = Pick<MusicFile, "id" | "fileName" | "format" | "pages"> & {
  bytes: Uint8Array;
};

const megabytes = musicLimits.bytes / 1024 / 1024;

const exportAnew = "Please open it, print it as a new PDF and send that, or photograph the pages.";

const musicRefusals = {
  missing: "Please choose a file first.",
  unowned: "Please tick that you own this music.",
  several: `Please send at most ${musicLimits.files} files.`,
  "too-many": `There's room for ${musicLimits.files} files. Please remove one first.`,
  empty: "That file is empty. Please choose another.",
  "too-large": `One of the files is over ${megabytes} MB. Please send a smaller scan.`,
  "too-many-pages": `That's more than ${musicLimits.pages} pages. Please send only what I'll play.`,
  "too-many-pixels": "That photo is too large. Please send a smaller one.",
  encrypted: `That PDF is locked with a password, so I can't open it. ${exportAnew}`,
  damaged: `I couldn't read that file. ${exportAnew}`,
  heic:
    "That's a HEIC photo, which I can't open. On an iPhone, go to Settings, Camera, Formats and " +
    "choose Most Compatible, then photograph the page again; or send it as a JPEG.",
  other: "I can only open PDFs and photos (JPEG or PNG). Please send the music as one of those.",
  busy: "Other files are being sent right now. Please try again in a moment.",
  malformed: "Something went wrong sending the file. Please try again.",
  "disk-full": "There's no room for more files right now. Please email me the music instead.",
  closed: "This exam is cancelled or over, so nothing was kept. Please email me.",
  many: "That's a lot of changes today. Please email me the music instead.",
} as const;

export type MusicRefusal = keyof typeof musicRefusals;

export function musicRefusalText(code: string | null): string | null {
  return code && Object.hasOwn(musicRefusals, code) ? musicRefusals[code as MusicRefusal] : null;
}

type Dated = Pick<AmebBooking, "examDate" | "level">;

/** How many days after its due date the sheet music comes, or is missing; 0 in time. */
export function musicDaysLate({ examDate, level }: Dated, day: Day): number {
  if (!examDate || !isDay(examDate)) return 0;
  return Math.max(0, daysBetween(cutOff(examDate, level), day));
}
