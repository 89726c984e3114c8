import { createHash, randomUUID } from "node:crypto";
import { lt, sql } from "drizzle-orm";
import { periodStart } from "#app/values/period.ts";
import { dedupeKeyPeriod } from "./model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { submissions } from "#app/server/database/tables.server.ts";

const hour = 3_600_000;

/** Without a key the same words from the same form are the same sending for this long, in milliseconds. */
export const dedupeWindow = 1 * hour;

/** By what a second arrival of one form is known. */
export type SubmissionIdentity = {
  form: string;
  /** The rendered form's own key, or a call's `Idempotency-Key`; empty when there is none. */
  key: string;
  /** A call's key stands for one payload only; a page's key for one payload among those sent from it. */
  kind: "page" | "api";
  content: unknown;
  /** Whose it is, as {@link senderMark} writes it; nobody's for a letter of the owner's. */
  who?: string | null;
};

const hash = (...parts: string[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

/**
 * Claims a form's arrival inside the transaction that stores it: `new` for the first, `repeated`
 * for any later one, `other` when a call's key was used for something else. A second arrival at
 * the same moment waits until the first is stored or has failed.
 */
export async function recordSubmission(
  tx: Db,
  { form, key, kind, content, who }: SubmissionIdentity,
  now: Date,
): Promise<"new" | "repeated" | "other"> {
  const contentHash = hash(JSON.stringify(content));
  const id = key && kind === "api" ? hash(form, kind, key) : hash(form, kind, key, contentHash);
  const forgotten = key
    ? periodStart(dedupeKeyPeriod, now)
    : new Date(now.getTime() - dedupeWindow);
  const claimed = await tx
    .insert(submissions)
    .values({ id, contentHash, at: now, emailHash: who })
    .onConflictDoUpdate({
      target: submissions.id,
      set: { at: now, contentHash, emailHash: who },
      setWhere: lt(submissions.at, forgotten),
    })
    .returning({ id: submissions.id });
  if (claimed.length > 0) return "new";
  const [first] = await tx
    .select({ contentHash: submissions.contentHash })
    .from(submissions)
    .where(sql`${submissions.id} = ${id}`);
  return first?.contentHash === contentHash ? "repeated" : "other";
}

/**
 * The id of the record that a form makes: the same form (by its `key`) with the same content makes
 * the same record, however often it is sent. Without a key each is another.
 */
export function recordId(form: string, key: string, content: unknown): string {
  if (!key) return randomUUID();
  const digits = createHash("sha256")
    .update(JSON.stringify([form, key, content]))
    .digest("hex");
  // A UUID of version 8 (RFC 9562): its digits are the application's own.
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return parts.join("-");
}

/** Forgets arrivals that nothing can repeat any more. */
export async function deleteExpiredSubmissions(db: Db, now: Date): Promise<void> {
  await db.delete(submissions).where(lt(submissions.at, periodStart(dedupeKeyPeriod, now)));
}
