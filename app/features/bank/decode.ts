/** First bytes of spreadsheets and documents. */
const otherFiles = ["PK\u0003\u0004", "%PDF-", "\u00d0\u00cf\u0011\u00e0"];

/** UTF-8, UTF-16 with a byte order mark, otherwise Windows-1252. Null if not text. */
export function decodeStatement(bytes: Uint8Array): string | null {
  const start = String.fromCharCode(...bytes.subarray(0, 5));
  if (otherFiles.some((other) => start.startsWith(other))) return null;
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  return /[\u0000-\u0008\u000e-\u001f]/.test(text) ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}
