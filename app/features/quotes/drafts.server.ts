import { eq } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { isRecorded, recordId, recordSubmission } from "#app/features/intake/submission.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import type { QuoteDraft } from "./draft-schema.ts";
import { columnsOf } from "./draft.ts";
import { type AdminResult, lockQuote, recordEvent, updateQuote } from "./guard.server.ts";
import { isUndecided, type Quote, toPublicQuote } from "./model.ts";
import { replanQuoteReminders } from "./reminders.server.ts";
import { agreementOf } from "./wording.ts";

/** `key` is the rendered form's: the same content sent again with it makes no second quote. */
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
      .insert(quotes)
      .values({ id, ...content })
      .onConflictDoNothing({ target: quotes.id })
      .returning();
    if (quote) await recordDraft(tx, by, "began", quote, now);
    return quote ?? (await tx.select().from(quotes).where(eq(quotes.id, id)))[0]!;
  });
}

/** Tells saved states of a quote apart, and a draft from the quote that its client has. */
export function revisionOf({ updatedAt, draft }: Pick<Quote, "updatedAt" | "draft">): string {
  return `${draft ? "draft" : ""}${updatedAt?.getTime() ?? ""}`;
}

/** Refuses an old `seenRevision`, unless this `key` saved it. An open quote keeps its link as a new version. */
export function editQuote(
  db: Db,
  by: Administrator,
  id: string,
  seenRevision: string,
  draft: QuoteDraft,
  now = new Date(),
  key = "",
): Promise<AdminResult> {
  const form = `edit of ${id} by ${by.userId}`;
  const identity = { form, kind: "page", key, content: draft } as const;
  return db.transaction(async (tx) => {
    const before = await lockQuote(tx, id);
    if (!before) return { ok: false, reason: "not-found" };
    if (await isRecorded(tx, identity, now)) return { ok: true, quote: before };
    if (!isUndecided(before) || revisionOf(before) !== seenRevision)
      return { ok: false, reason: "decided", quote: before };
    const version = before.draft ? before.version : before.version + 1;
    const content = columnsOf(draft, before.details);
    const quote = await updateQuote(tx, id, { ...content, version, updatedAt: now });
    await replanQuoteReminders(tx, quote, now);
    if (key) await recordSubmission(tx, identity, now);
    if (before.draft) await recordDraft(tx, by, "edited", quote, now, before);
    else
      await recordEvent(tx, id, "revised", by.email, now, {
        version,
        before: agreementOf(toPublicQuote(before, now)),
      });
    return { ok: true, quote };
  });
}

/** For drafts: a quote that was sent has events of its own instead. */
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
    starts: quote.eventStart,
    ends: quote.eventEnd,
    place: quote.eventLocation,
    travel: quote.travelMinutes,
    guests: quote.guests,
    "prepared by": quote.preparedBy,
    "valid until": quote.validUntil,
    notes: quote.notes,
    total: quote.totalAmount,
    ...Object.fromEntries(prices),
  };
}
