import { pdfUploadLimits } from "#app/server/pdf/upload-limits.ts";

/** Of a booking's sheet music. */
export const musicLimits = {
  /** Of one file. */
  bytes: 10 * 1024 * 1024,
  files: 5,
  pages: pdfUploadLimits.pages,
  fileName: 100,
} as const;
