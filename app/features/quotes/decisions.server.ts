import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import type { ReactElement } from "react";
import { and, desc, eq, inArray } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { acceptanceOnBehalf, acceptanceTakenBack, declineNotice } from "./emails.server.tsx";
import {
  type AdminOutcome,
  lockByLink,
  open,
  pending,
  refusalOf,
  type RefusedByState,
  refused,
} from "./guard.server.ts";
import { returnLink, takeLink } from "./link.server.ts";
import { type Quote, toPublicQuote } from "./model.ts";
import { isPriceConsistent } from "./pricing.ts";
import type { Declining } from "./schema.ts";
import { takeSnapshot } from "./snapshot.server.ts";
import { hasSuccessor, replacePredecessor, restorePredecessor } from "./versions.server.ts";
import { agreementOf } from "./wording.ts";

export type Decision = "accepted" | "rejected";

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
): Promise<AdminOutcome> {
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
    else await returnLink(tx, quote);
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

const linkOf = ({ slug }: Quote) => slug && absoluteUrl(`/quotes/${slug}`);

/** A client hears of what the owner does in the client's place. */
async function tellClient(
  tx: Db,
  quote: Quote,
  kind: string,
  subject: string,
  body: ReactElement,
): Promise<void> {
  await queueEmails(tx, {
    kind,
    recipient: quote.clientEmail,
    replyTo: ownerEmail(),
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

export type DeclineOutcome = { ok: true; quote: Quote } | RefusedByState;

/** The client's No, with an optional reason. The owner is told; a version that was to replace an accepted quote gives its link back. */
export function declineQuote(
  db: Db,
  slug: string,
  { version, reason }: Declining,
  clientInfo: ClientInfo,
  now = new Date(),
): Promise<DeclineOutcome> {
  return db.transaction(async (tx) => {
    const quote = await lockByLink(tx, slug);
    if (!quote) return { ok: false, reason: "not-found" };
    if (quote.acceptedAt) return { ok: false, reason: "accepted", quote };
    const refusal = refusalOf(quote, version, now);
    if (refusal === "declined") return { ok: true, quote };
    if (refusal) return { ok: false, reason: refusal, quote };

    const [declined] = await tx
      .update(invoices)
      .set({ rejectedAt: now, closedAs: "declined" })
      .where(open(quote))
      .returning();
    if (!declined) throw new Error("A locked quote was changed by somebody else.");
    await tx.insert(quoteEvents).values({
      invoiceId: quote.id,
      kind: "declined",
      actor: "client",
      at: now,
      data: {
        address: clientInfo.ip,
        userAgent: clientInfo.userAgent,
        version,
        ...(reason && { reason }),
      },
    });
    await returnLink(tx, declined);
    await queueEmails(tx, {
      kind: "decline-notice",
      recipient: ownerEmail(),
      replyTo: quote.clientEmail,
      subject: `Quote declined by ${quote.clientName}`,
      body: declineNotice(quote, reason, absoluteUrl(`/admin/quotes/${quote.id}`)),
      invoiceId: quote.id,
    });
    return { ok: true, quote: declined };
  });
}

/** Takes an offer, or a draft, back. */
export function withdrawQuote(
  db: Db,
  by: Administrator,
  id: string,
  now = new Date(),
): Promise<AdminOutcome> {
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
    await returnLink(tx, quote);
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
): Promise<AdminOutcome> {
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
