const megabyte = 1024 * 1024;

/** Also read by the process that reads PDFs, so it imports nothing. */
export const pdfUploadLimits = {
  pages: 60,
  /** Of the process, beyond what Node itself takes. */
  memory: 128 * megabyte,
  /** In ms, for the same process. */
  time: 10_000,
  /** Of one page's text and drawings. */
  inflatedBytes: 32 * megabyte,
} as const;

export type PdfTask =
  /** The uploaded file is open as descriptor 4. */
  | { kind: "clean" }
  /** In their order, as one document. */
  | { kind: "join"; parts: readonly PdfPart[] };

export type PdfPart = { format: "pdf" | "jpg"; bytes: Uint8Array };

export type PdfAnswer =
  | { refusal: "encrypted" | "damaged" | "too-many-pages" }
  | { bytes: Uint8Array; pages: number };
