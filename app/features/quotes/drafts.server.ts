import { eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { recordId } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import type { QuoteDraft } from "./draft-schema.ts";
import { columnsOf } from "./draft.ts";
import { type AdminOutcome, pending, refused } from "./guard.server.ts";
import { type Quote, toPublicQuote } from "./model.ts";
import { agreementOf } from "./wording.ts";

/**
 * Begins a quote. Nobody but the owner sees it until it is sent. `key` is the rendered form's own:
 * a second sending of the same words makes no second quote.
 */
export function createQuote(
  db: Db,
  by: Administrator,
  draft: QuoteDraft,
  enquiryId: string | null = null,
  now = new Date(),
  key = "",
): Promise<Quote> {
  return db.transaction(async (tx) => {
    const id = recordId(`quote of ${by.userId}`, key, draft);
    const content = { ...columnsOf(draft), draft: true, enquiryId, createdAt: now, updatedAt: now };
    const [quote] = await tx
      .insert(invoices)
      .values({ id, ...content })
      .onConflictDoNothing({ target: invoices.id })
      .returning();
    if (quote) await recordDraft(tx, by, "began", quote, now);
    return quote ?? (await tx.select().from(invoices).where(eq(invoices.id, id)))[0]!;
  });
}

/** What tells one saved state of a quote from the next, for the editor's form. */
export function revisionOf(quote: Pick<Quote, "updatedAt">): string {
  return String(quote.updatedAt?.getTime() ?? "");
}

/**
 * Changes a draft, or an open quote, which becomes a new version under the same link. `mark` is the
 * {@link revisionOf} of what the owner had opened: another tab's change in between refuses this one.
 */
export function editQuote(
  db: Db,
  by: Administrator,
  id: string,
  mark: string,
  draft: QuoteDraft,
  now = new Date(),
): Promise<AdminOutcome> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(invoices).where(pending(id)).for("update");
    if (!before || revisionOf(before) !== mark) return refused(tx, id);
    const version = before.draft ? before.version : before.version + 1;
    const [quote] = await tx
      .update(invoices)
      .set({ ...columnsOf(draft, before.details), version, updatedAt: now })
      .where(pending(id))
      .returning();
    if (before.draft) await recordDraft(tx, by, "edited", quote!, now, before);
    else {
      await tx.insert(quoteEvents).values({
        invoiceId: id,
        kind: "revised",
        actor: by.email,
        at: now,
        data: { version, before: agreementOf(toPublicQuote(before, now)) },
      });
    }
    return { ok: true, quote: quote! };
  });
}

/**
 * Records what the owner does with a draft. An offer that a client has seen keeps a history of its
 * own, with what it said at each time.
 */
export function recordDraft(
  tx: Db,
  by: Administrator,
  action: string,
  quote: Quote,
  now: Date,
  before?: Quote,
): Promise<void> {
  const { id, clientName, invoiceType } = quote;
  const subject = { kind: "quote" as const, id, label: `${clientName}, ${invoiceType}` };
  const change = { ...(before && { before: contentOf(before) }), after: contentOf(quote) };
  return recordActivity(tx, { actor: by.email, action, subject, ...change }, now);
}

/** A quote's content under the names that the owner's log shows. */
function contentOf(quote: Quote): Record<string, unknown> {
  const { rates, offered_add_ons: offered } = quote.details ?? {};
  const prices = Object.entries({ ...(rates as object | undefined), offered }).map(
    ([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value],
  );
  return {
    client: quote.clientName,
    email: quote.clientEmail,
    kind: quote.invoiceType,
    event: quote.eventTitle,
    date: quote.eventDate,
    place: quote.eventLocation,
    "prepared by": quote.preparedBy,
    "valid until": quote.validUntil,
    notes: quote.notes,
    total: quote.totalAmount,
    ...Object.fromEntries(prices),
  };
}
