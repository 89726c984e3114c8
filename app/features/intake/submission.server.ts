import { createHash, randomUUID } from "node:crypto";
import { and, eq, gte, lt, sql } from "drizzle-orm";
import { periodStart } from "#app/values/period.ts";
import { dedupeKeyPeriod } from "./model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { submissions, contactMessages } from "#app/server/database/tables.server.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";

const hour = 3_600_000;

/** In milliseconds: how long equal content without a key counts as a repetition. */
export const dedupeWindow = 1 * hour;

export type SubmissionIdentity = {
  form: string;
  /** The rendered form's own key or the `Idempotency-Key`; empty without one. */
  key: string;
  /** An API key is for one payload; one page may send several. */
  kind: "page" | "api";
  content: unknown;
  /** A digest of the sender's email, for erasure. */
  who?: string | null;
};

const hash = (...parts: string[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url");

function identityOf({ form, kind, key, content }: SubmissionIdentity) {
  const contentHash = hash(JSON.stringify(content));
  const id = key && kind === "api" ? hash(form, kind, key) : hash(form, kind, key, contentHash);
  return { id, contentHash };
}

/** Records nothing, for a form that may still be refused. False without a key. */
export async function isRecorded(tx: Db, identity: SubmissionIdentity, now: Date) {
  if (!identity.key) return false;
  const { id, contentHash } = identityOf(identity);
  const expiry = periodStart(dedupeKeyPeriod, now);
  const [first] = await tx
    .select({ contentHash: submissions.contentHash })
    .from(submissions)
    .where(and(eq(submissions.id, id), gte(submissions.at, expiry)));
  return first?.contentHash === contentHash;
}

/** A repetition waits for this transaction. `other`: the API key was used for another payload. */
export async function recordSubmission(
  tx: Db,
  identity: SubmissionIdentity,
  now: Date,
): Promise<"new" | "repeated" | "other"> {
  const { key, who } = identity;
  const { id, contentHash } = identityOf(identity);
  const expiry = key ? periodStart(dedupeKeyPeriod, now) : new Date(now.getTime() - dedupeWindow);
  const recorded = await tx
    .insert(submissions)
    .values({ id, contentHash, at: now, emailHash: who })
    .onConflictDoUpdate({
      target: submissions.id,
      set: { at: now, contentHash, emailHash: who },
      setWhere: lt(submissions.at, expiry),
    })
    .returning({ id: submissions.id });
  if (recorded.length > 0) return "new";
  const [first] = await tx
    .select({ contentHash: submissions.contentHash })
    .from(submissions)
    .where(sql`${submissions.id} = ${id}`);
  return first?.contentHash === contentHash ? "repeated" : "other";
}

/** The same form, key and content give the same id, so sending twice makes one record. */
export function recordId(form: string, key: string, content: unknown): string {
  if (!key) return randomUUID();
  const digits = createHash("sha256")
    .update(JSON.stringify([form, key, content]))
    .digest("hex");
  // UUID version 8 (RFC 9562) leaves its digits to the application.
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ];
  return parts.join("-");
}

export async function deleteExpiredSubmissions(db: Db, now: Date): Promise<void> {
  await db.delete(submissions).where(lt(submissions.at, periodStart(dedupeKeyPeriod, now)));
}

/** Changes only a new enquiry. `actor`: an administrator's email address, or `client`. */
export async function answerEnquiry(tx: Db, actor: string, id: string | null, now: Date) {
  if (!id) return;
  const [answered] = await tx
    .update(contactMessages)
    .set({ state: "answered" })
    .where(and(eq(contactMessages.id, id), eq(contactMessages.state, "new")))
    .returning();
  if (!answered) return;
  const subject = { kind: "message", id: answered.id, label: answered.name } as const;
  const change = { before: { state: "new" }, after: { state: "answered" } };
  await recordActivity(tx, { actor, action: "changed", subject, ...change }, now);
}
