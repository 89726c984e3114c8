import { createHash } from "node:crypto";
import { type Quote, toPublicQuote } from "./model.ts";
import { agreementOf } from "./wording.ts";

/* The exact words and figures accepted, as text in the acceptance event, with their SHA-256. */

type Snapshot = { snapshot: string; sha256: string };

/** `acceptedBy` names the client or the administrator. */
export function acceptanceRecord(
  quote: Quote,
  acceptedBy: Record<string, string>,
  acceptedAt: Date,
): Snapshot {
  return takeSnapshot({
    quote: quote.id,
    ...agreementOf(toPublicQuote(quote, acceptedAt)),
    acceptedBy,
    acceptedAt: acceptedAt.toISOString(),
  });
}

/** Sorted keys and no blanks: equal values have equal texts. */
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

/** False without a snapshot. */
export function isUnaltered(data: Record<string, unknown>): boolean {
  return typeof data.snapshot === "string" && hash(data.snapshot) === data.sha256;
}

function hash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
