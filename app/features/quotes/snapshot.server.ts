import { createHash } from "node:crypto";

/*
 * The exact words and figures that somebody accepted, kept as text in the event that records it,
 * with the SHA-256 of that text beside it. The client's receipt carries the same hash.
 */

export type Snapshot = { snapshot: string; sha256: string };

/** JSON in the one form that equal values share: keys sorted, no blanks. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function takeSnapshot(value: unknown): Snapshot {
  const snapshot = canonicalJson(value);
  return { snapshot, sha256: hash(snapshot) };
}

/** Whether the text is still what was hashed, down to the byte. An event without a snapshot has nothing to prove. */
export function isUnaltered(data: Record<string, unknown>): boolean {
  return typeof data.snapshot === "string" && hash(data.snapshot) === data.sha256;
}

function hash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
