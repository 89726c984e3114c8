import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import { fromCents } from "#app/values/money.ts";
import { recordDraft } from "./drafts.server.ts";
import type { AdminOutcome } from "./guard.server.ts";
import { isoOf, type Quote } from "./model.ts";
import { ratesForDetails, ratesOf } from "./pricing.ts";

/** What was accepted is locked: a change is a new draft that takes its place once it is accepted itself. One at a time. */
export function beginNewVersion(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<AdminOutcome> {
  return db.transaction(async (tx) => {
    const [accepted] = await tx.select().from(invoices).where(eq(invoices.id, id)).for("update");
    if (!accepted) return { ok: false, reason: "not-found" };
    if (!accepted.acceptedAt) return { ok: false, reason: "decided", quote: accepted };
    const [begun] = await tx
      .select()
      .from(invoices)
      .where(and(eq(invoices.replacesId, id), isNull(invoices.rejectedAt)));
    if (begun) return { ok: true, quote: begun };
    const {
      id: _id,
      slug: _slug,
      acceptedAt: _acceptedAt,
      sentAt: _sentAt,
      viewedAt: _viewedAt,
      views: _views,
      details,
      ...content
    } = accepted;
    const { selected_add_ons: _chosen, ...others } = details ?? {};
    const { base } = ratesOf(accepted);
    const [quote] = await tx
      .insert(invoices)
      .values({
        ...content,
        details: { ...others, rates: ratesForDetails(accepted) },
        totalAmount: fromCents(base || 0),
        draft: true,
        validUntil: null,
        version: accepted.version + 1,
        replacesId: id,
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await recordDraft(tx, by, "began a new version of", quote!, now, accepted);
    return { ok: true, quote: quote! };
  });
}

/** Whether something else has taken, or is about to take, this quote's place or the place it wanted. */
export async function hasSuccessor(tx: Db, { id, replacesId }: Quote): Promise<boolean> {
  const rivals = await tx
    .select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        inArray(invoices.replacesId, replacesId ? [id, replacesId] : [id]),
        isNull(invoices.rejectedAt),
      ),
    );
  return rivals.some((rival) => rival.id !== id);
}

/** With the new version accepted, the old one no longer stands; its history and its snapshot stay. */
export async function replacePredecessor(
  tx: Db,
  { id, replacesId }: Quote,
  actor: string,
  now: Date,
): Promise<void> {
  if (!replacesId) return;
  const [old] = await tx.select().from(invoices).where(eq(invoices.id, replacesId)).for("update");
  await tx
    .update(invoices)
    .set({ acceptedAt: null, rejectedAt: now, closedAs: "replaced" })
    .where(eq(invoices.id, replacesId));
  await tx.insert(quoteEvents).values({
    invoiceId: replacesId,
    kind: "replaced",
    actor,
    at: now,
    data: { by: id, acceptedAt: isoOf(old?.acceptedAt ?? null) },
  });
}

/** The acceptance that replaced it was a mistake: what had been accepted before stands again, since when it did. */
export async function restorePredecessor(
  tx: Db,
  { replacesId }: Quote,
  actor: string,
  now: Date,
): Promise<void> {
  if (!replacesId) return;
  const [replaced] = await tx
    .select({ data: quoteEvents.data })
    .from(quoteEvents)
    .where(and(eq(quoteEvents.invoiceId, replacesId), eq(quoteEvents.kind, "replaced")))
    .orderBy(desc(quoteEvents.id))
    .limit(1);
  if (!replaced) return;
  await tx
    .update(invoices)
    .set({
      acceptedAt: new Date(String(replaced.data.acceptedAt)),
      rejectedAt: null,
      closedAs: null,
    })
    .where(eq(invoices.id, replacesId));
  await tx.insert(quoteEvents).values({ invoiceId: replacesId, kind: "reopened", actor, at: now });
}
