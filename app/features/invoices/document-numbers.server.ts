import { eq } from "drizzle-orm";
import { recordActivity } from "#app/features/audit/record.server.ts";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import type { DocumentKind } from "#app/server/database/enums.ts";
import { documentCounters } from "#app/server/database/tables.server.ts";
import { businessSubject, lastNumber, lockBusiness } from "./business-commands.server.ts";

/** `lower`: the number is below `next`, the lowest one allowed. */
export type NextNumberResult = { ok: true } | { ok: false; reason: "lower"; next: number };

/** Numbers that it skips are never used. */
export function setNextNumber(
  db: Db,
  by: Administrator,
  kind: DocumentKind,
  next: number,
  now = new Date(),
): Promise<NextNumberResult> {
  return db.transaction(async (tx) => {
    await lockBusiness(tx);
    await tx.insert(documentCounters).values({ kind }).onConflictDoNothing();
    const ofKind = eq(documentCounters.kind, kind);
    await tx.select().from(documentCounters).where(ofKind).for("update");
    const last = await lastNumber(tx, kind);
    if (next <= last) return { ok: false, reason: "lower", next: last + 1 };
    if (next === last + 1) return { ok: true };
    await tx
      .update(documentCounters)
      .set({ last: next - 1 })
      .where(ofKind);
    const name = kind === "invoice" ? "nextInvoice" : "nextCreditNote";
    const change = { before: { [name]: last + 1 }, after: { [name]: next } };
    const entry = { actor: by.email, action: "changed", subject: businessSubject, ...change };
    await recordActivity(tx, entry, now);
    return { ok: true };
  });
}
