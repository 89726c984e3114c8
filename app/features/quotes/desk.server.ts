import type { ReactElement } from "react";
import { and, desc, eq, isNull, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { queueLetters } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absolute } from "#app/server/http/forms.server.ts";
import { claim, recordId } from "#app/features/intake/submission.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import type { QuoteDraft, Sending } from "./draft-schema.ts";
import { fromCents } from "#app/values/money.ts";
import { columnsOf } from "./draft.ts";
import { recordDraft } from "./draft-log.server.ts";
import { acceptanceOnBehalf, acceptanceTakenBack, quoteLetter } from "./emails.server.tsx";
import { fillLetter, linkPlaceholder } from "./email-copy.ts";
import { giveLinkBack, replacePredecessor, restorePredecessor, takeLink } from "./link.server.ts";
import { type Quote, quoteState, toPublicQuote } from "./model.ts";
import { isPriceConsistent, ratesForDetails, ratesOf } from "./pricing.ts";
import { takeSnapshot } from "./snapshot.server.ts";
import { agreementOf } from "./wording.ts";

/* What the owner does with a quote. Each change is guarded by what she had in front of her. */

/** `decided`: the quote has left the state, or the wording, that the owner saw; `unsettled`: its record says two prices. Nothing was changed. */
export type DeskOutcome =
  | { ok: true; quote: Quote }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "decided" | "unsettled"; quote: Quote };

export type Decision = "accepted" | "rejected";

const pending = (id: string) =>
  and(eq(invoices.id, id), isNull(invoices.acceptedAt), isNull(invoices.rejectedAt));

/** What to answer when a guard matched nothing. */
async function refused(tx: Db, id: string): Promise<DeskOutcome> {
  const [quote] = await tx.select().from(invoices).where(eq(invoices.id, id));
  return quote ? { ok: false, reason: "decided", quote } : { ok: false, reason: "not-found" };
}

/**
 * The owner's own Accept or Reject. Only a pending quote can be decided, and, where she says which,
 * only the version she saw; a stale tab changes nothing and is told so.
 */
export function decideQuote(
  db: Db,
  by: Administrator,
  id: string,
  decision: Decision,
  now = new Date(),
  seenVersion?: number,
): Promise<DeskOutcome> {
  return db.transaction(async (tx) => {
    const [current] = await tx.select().from(invoices).where(pending(id)).for("update");
    if (decision === "accepted" && current && !isPriceConsistent(current))
      return { ok: false, reason: "unsettled", quote: current };
    const [quote] = await tx
      .update(invoices)
      .set(
        decision === "accepted"
          ? { acceptedAt: now, rejectedAt: null }
          : { rejectedAt: now, acceptedAt: null },
      )
      .where(
        and(
          pending(id),
          eq(invoices.draft, false),
          seenVersion === undefined ? undefined : eq(invoices.version, seenVersion),
        ),
      )
      .returning();
    if (!quote) return refused(tx, id);
    if (decision === "accepted") await replacePredecessor(tx, quote, by.email, now);
    else await giveLinkBack(tx, quote);
    const record = decision === "accepted" ? recordOf(quote, by, now) : null;
    await tx
      .insert(quoteEvents)
      .values({ invoiceId: id, kind: decision, actor: by.email, at: now, data: record ?? {} });
    if (record)
      await tellClient(
        tx,
        quote,
        "acceptance-receipt",
        `Your acceptance: ${quote.eventTitle ?? quote.invoiceType}`,
        acceptanceOnBehalf(toPublicQuote(quote, now), record.sha256, linkOf(quote)),
      );
    return { ok: true, quote };
  });
}

const linkOf = ({ slug }: Quote) => slug && absolute(`/quotes/${slug}`);

/** A client hears of what the owner does in the client's place. */
async function tellClient(
  tx: Db,
  quote: Quote,
  kind: string,
  subject: string,
  body: ReactElement,
): Promise<void> {
  await queueLetters(tx, {
    kind,
    recipient: quote.clientEmail,
    replyTo: ownerAddress(),
    subject,
    body,
    invoiceId: quote.id,
  });
}

/** What the owner accepted in the client's place. */
function recordOf(quote: Quote, by: Administrator, now: Date) {
  const agreement = agreementOf(toPublicQuote(quote, now));
  return takeSnapshot({
    quote: quote.id,
    ...agreement,
    acceptedBy: { administrator: by.email },
    acceptedAt: now.toISOString(),
  });
}

/** Takes an offer, or a draft, back. */
export function withdrawQuote(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<DeskOutcome> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ draft: invoices.draft })
      .from(invoices)
      .where(pending(id))
      .for("update");
    const [quote] = await tx
      .update(invoices)
      .set({ rejectedAt: now, closedAs: "withdrawn", draft: false })
      .where(pending(id))
      .returning();
    if (!quote) return refused(tx, id);
    await tx.insert(quoteEvents).values({
      invoiceId: id,
      kind: "withdrawn",
      actor: by.email,
      at: now,
      data: before?.draft ? { draft: true } : {},
    });
    await giveLinkBack(tx, quote);
    return { ok: true, quote };
  });
}

const decisions = ["accepted", "rejected", "declined", "withdrawn", "replaced"] as const;

/** The last decision about a quote, when it was an administrator's and so can be reversed. */
export async function reversibleDecision(db: Db, _asker: Administrator, quote: Quote) {
  if (!quote.acceptedAt && !quote.rejectedAt) return null;
  const [last] = await db
    .select()
    .from(quoteEvents)
    .where(and(eq(quoteEvents.invoiceId, quote.id), inArray(quoteEvents.kind, [...decisions])))
    .orderBy(desc(quoteEvents.id))
    .limit(1);
  return last && last.actor !== "client" && last.kind !== "replaced" ? last : null;
}

/**
 * Reverses a mistaken decision of the owner's by a counter-event; the mistake stays in the history.
 * What a client accepted or declined is not the owner's to reverse.
 */
export function reverseDecision(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<DeskOutcome> {
  return db.transaction(async (tx) => {
    const [current] = await tx.select().from(invoices).where(eq(invoices.id, id)).for("update");
    if (!current) return { ok: false, reason: "not-found" };
    const decision = await reversibleDecision(tx, by, current);
    if (!decision || (await hasSuccessor(tx, current)))
      return { ok: false, reason: "decided", quote: current };
    const draft = decision.data.draft === true;
    const [quote] = await tx
      .update(invoices)
      .set({ acceptedAt: null, rejectedAt: null, closedAs: null, draft })
      .where(eq(invoices.id, id))
      .returning();
    if (decision.kind === "accepted") await restorePredecessor(tx, quote!, by.email, now);
    else if (!draft && quote!.sentAt) await takeLink(tx, quote!);
    await tx.insert(quoteEvents).values({
      invoiceId: id,
      kind: "reopened",
      actor: by.email,
      at: now,
      data: { was: decision.kind },
    });
    if (decision.kind === "accepted")
      await tellClient(
        tx,
        quote!,
        "acceptance-taken-back",
        `Open again: ${quote!.eventTitle ?? quote!.invoiceType}`,
        acceptanceTakenBack(quote!, linkOf(quote!)),
      );
    return { ok: true, quote: quote! };
  });
}

/** Whether something else has taken, or is about to take, this quote's place or the place it wanted. */
async function hasSuccessor(tx: Db, { id, replacesId }: Quote): Promise<boolean> {
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
export function editMark(quote: Pick<Quote, "updatedAt">): string {
  return String(quote.updatedAt?.getTime() ?? "");
}

/**
 * Changes a draft, or an open quote, which becomes a new version under the same link. `mark` is the
 * {@link editMark} of what the owner had opened: another tab's change in between refuses this one.
 */
export function editQuote(
  db: Db,
  by: Administrator,
  id: string,
  mark: string,
  draft: QuoteDraft,
  now = new Date(),
): Promise<DeskOutcome> {
  return db.transaction(async (tx) => {
    const [before] = await tx.select().from(invoices).where(pending(id)).for("update");
    if (!before || editMark(before) !== mark) return refused(tx, id);
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

/** What was accepted is locked: a change is a new draft that takes its place once it is accepted itself. One at a time. */
export function beginNewVersion(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<DeskOutcome> {
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

export type SendOutcome = DeskOutcome | { ok: false; reason: "expired"; quote: Quote };

/** Sends the letter with the link, as often as the owner likes, but once for each `key`; the first time gives a draft its link. */
export function sendQuote(
  db: Db,
  by: Administrator,
  id: string,
  letter: Sending,
  now = new Date(),
  key = "",
): Promise<SendOutcome> {
  return db.transaction(async (tx) => {
    const [current] = await tx.select().from(invoices).where(pending(id)).for("update");
    if (!current) return refused(tx, id);
    const isNew =
      !key ||
      (await claim(
        tx,
        { form: `letter of ${by.userId}`, kind: "page", key, content: { letter, id } },
        now,
      )) === "new";
    if (!isNew) return { ok: true, quote: current };
    if (!isPriceConsistent(current)) return { ok: false, reason: "unsettled", quote: current };
    if (quoteState({ ...current, draft: false }, now) === "expired")
      return { ok: false, reason: "expired", quote: current };
    const [quote] = await tx
      .update(invoices)
      .set({ draft: false, sentAt: now })
      .where(pending(id))
      .returning();
    const link = absolute(`/quotes/${await takeLink(tx, quote!)}`);
    const fill = (text: string) => fillLetter(text, { [linkPlaceholder]: link }, () => "");
    await tx.insert(quoteEvents).values({
      invoiceId: id,
      kind: "sent",
      actor: by.email,
      at: now,
      data: { recipient: quote!.clientEmail, version: quote!.version },
    });
    await queueLetters(tx, {
      kind: "quote",
      recipient: quote!.clientEmail,
      replyTo: ownerAddress(),
      subject: fill(letter.subject),
      body: quoteLetter({ body: fill(letter.body), link }),
      invoiceId: id,
    });
    return { ok: true, quote: quote! };
  });
}
