import { eq } from "drizzle-orm";
import type { Owner } from "#app/features/auth/model.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { newToken } from "#app/features/diary/entries.server.ts";
import { expireEmailsTo } from "#app/features/email/outbox.server.ts";
import { emails, quotes } from "#app/server/database/tables.server.ts";
import { fromCents } from "#app/values/money.ts";
import { isSameEmail } from "#app/values/text.ts";
import { followQuote } from "./diary.server.ts";
import {
  type AdminResult,
  findNextVersion,
  lockQuote,
  recordEvent,
  updateQuote,
} from "./guard.server.ts";
import { isoOf, type Quote, isUndecided, toPublicQuote, agreementOf } from "./model.ts";
import { ratesForDetails, ratesOf } from "./pricing.ts";
import { recordActivity } from "#app/features/audit/record.server.ts";
import { isRecorded, recordId, recordSubmission } from "#app/features/intake/submission.server.ts";
import { type QuoteDraft, columnsOf } from "./draft.ts";
import { replanQuoteReminders } from "./sending.server.ts";

/** Begins a draft that replaces an accepted quote once accepted; returns an existing one. */
export function beginNewVersion(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
): Promise<AdminResult> {
  return db.transaction(async (tx) => {
    const accepted = await lockQuote(tx, id);
    if (!accepted) return { ok: false, reason: "not-found" };
    if (!accepted.acceptedAt) return { ok: false, reason: "decided", quote: accepted };
    const begun = await findNextVersion(tx, id);
    if (begun) return { ok: true, quote: begun };
    const [quote] = await tx.insert(quotes).values(nextVersionOf(accepted, now)).returning();
    await recordDraft(tx, by, "began a new version of", quote!, now, accepted);
    return { ok: true, quote: quote! };
  });
}

function nextVersionOf(accepted: Quote, now: Date): typeof quotes.$inferInsert {
  const {
    id,
    slug: _slug,
    acceptedAt: _acceptedAt,
    sentAt: _sentAt,
    viewedAt: _viewedAt,
    views: _views,
    ...content
  } = accepted;
  const { selected_add_ons: _selected, ...details } = accepted.details ?? {};
  const { base } = ratesOf(accepted);
  return {
    ...content,
    details: { ...details, rates: ratesForDetails(accepted) },
    totalAmount: fromCents(base || 0),
    draft: true,
    validUntil: null,
    version: accepted.version + 1,
    replacesId: id,
    createdAt: now,
    updatedAt: now,
  };
}

export async function earlierVersions(tx: Db, { replacesId }: Quote): Promise<string[]> {
  const ids: string[] = [];
  // Another program may have written versions that replace each other in a circle.
  for (let id = replacesId; id && !ids.includes(id);) {
    ids.push(id);
    const [earlier] = await tx
      .select({ replacesId: quotes.replacesId })
      .from(quotes)
      .where(eq(quotes.id, id));
    id = earlier?.replacesId ?? null;
  }
  return ids;
}

/** The old version is no longer in force; its events stay. */
export async function replacePredecessor(
  tx: Db,
  { id, replacesId }: Quote,
  actor: string,
  now: Date,
): Promise<void> {
  if (!replacesId) return;
  const old = await lockQuote(tx, replacesId);
  const closing = { acceptedAt: null, rejectedAt: now, closedAs: "replaced" } as const;
  await followQuote(tx, await updateQuote(tx, replacesId, closing), now);
  const acceptedAt = isoOf(old?.acceptedAt ?? null);
  await recordEvent(tx, replacesId, "replaced", actor, now, { by: id, acceptedAt });
}

/** `key` is the rendered form's: the same content sent again with it makes no second quote. */
export function createQuote(
  db: Db,
  by: Owner,
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

/** Refuses an old `seenRevision`, unless this `key` saved it. An open quote keeps its link unless readdressed. */
export function editQuote(
  db: Db,
  by: Owner,
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
    // Behind a next version stands the accepted one, whose link it gives back.
    const isMistyped =
      before.slug && !before.replacesId && !isSameEmail(before.clientEmail, draft.clientEmail);
    if (isMistyped) await expireEmailsTo(tx, before.clientEmail, eq(emails.quoteId, id), now);
    const link = isMistyped && { slug: newToken() };
    const quote = await updateQuote(tx, id, { ...content, ...link, version, updatedAt: now });
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
function recordDraft(
  tx: Db,
  by: Owner,
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
