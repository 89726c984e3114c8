const megabyte = 1024 * 1024;

/** Of a booking's sheet music; also read by its process, so it imports nothing. */
export const musicLimits = {
  /** Of one file. */
  bytes: 10 * megabyte,
  files: 5,
  pages: 60,
  /** Of the process that reads a PDF, beyond what Node itself takes. */
  memory: 128 * megabyte,
  /** In ms, for the same process. */
  time: 10_000,
  /** Of one page's text and drawings. */
  inflatedBytes: 32 * megabyte,
  fileName: 100,
} as const;

export type MusicTask =
  /** The uploaded file is open as descriptor 4. */
  | { kind: "clean" }
  /** In their order, as one document. */
  | { kind: "join"; parts: readonly MusicPart[] };

export type MusicPart = { format: "pdf" | "jpg"; bytes: Uint8Array };

export type MusicAnswer =
  | { refusal: "encrypted" | "damaged" | "too-many-pages" }
  | { bytes: Uint8Array; pages: number };
