import { and, eq, isNull } from "drizzle-orm";
import type { Administrator } from "#app/features/auth/model.ts";
import { queueLetter } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/db.server.ts";
import { absolute } from "#app/server/http.server.ts";
import { invoices, quoteEvents } from "#app/server/tables.server.ts";
import { fromCents } from "#app/values/money.ts";
import { acceptanceNotice, acceptanceReceipt } from "./emails.server.tsx";
import { type AddOns, isLivePiano, noAddOns, priceOf, type Quote, quoteStatus, ratesOf, selectedAddOns } from "./model.ts";
import type { Acceptance } from "./schema.ts";

/** Where an acceptance came from; kept with its event. */
export type Evidence = { address: string | null; userAgent: string | null };

export type AcceptanceOutcome =
  | { ok: true; quote: Quote }
  /** It was accepted before; `same` says whether with this very selection. */
  | { ok: true; quote: Quote; already: { same: boolean } }
  | { ok: false; reason: "not-found" }
  | { ok: false; reason: "rejected"; quote: Quote };

/**
 * Accepts the quote behind a link, once. The price comes from the quote's own record; what the
 * client believes it to be is only compared. One transaction holds the guard, the event, the
 * receipt and the owner's notice. Doing it again changes nothing and answers as kindly.
 */
export function acceptQuote(db: Db, slug: string, input: Acceptance, evidence: Evidence, now = new Date()): Promise<AcceptanceOutcome> {
  return db.transaction(async (tx) => {
    const [quote] = await tx.select().from(invoices).where(eq(invoices.slug, slug)).for("update");
    if (!quote) return { ok: false, reason: "not-found" };
    const addOns: AddOns = isLivePiano(quote) ? { extraHour: input.wantsExtraHour, rehearsal: input.wantsRehearsal } : noAddOns;
    const rates = ratesOf(quote);
    const price = priceOf(rates, addOns);

    const [accepted] = await tx
      .update(invoices)
      .set({
        acceptedAt: now,
        totalAmount: fromCents(price.total),
        ...(isLivePiano(quote) && {
          details: {
            ...quote.details,
            selected_add_ons: addOns,
            rates: { base: fromCents(rates.base), extraHour: fromCents(rates.extraHour), rehearsal: fromCents(rates.rehearsal) },
          },
        }),
      })
      .where(and(eq(invoices.id, quote.id), isNull(invoices.acceptedAt), isNull(invoices.rejectedAt)))
      .returning();
    if (!accepted) return alreadyDecided(quote, addOns);

    await tx.insert(quoteEvents).values({
      invoiceId: quote.id,
      kind: "accepted",
      actor: "client",
      at: now,
      data: { ...evidence, clientName: input.clientName, clientEmail: input.clientEmail, addOns, ...price, ...claim(input, price.total) },
    });
    await queueLetter(tx, {
      kind: "acceptance-receipt",
      recipient: input.clientEmail,
      replyTo: await ownerAddress(tx),
      subject: `Your acceptance: ${quote.eventTitle ?? quote.invoiceType}`,
      body: acceptanceReceipt(accepted, input, absolute(`/quotes/${slug}`)),
      invoiceId: quote.id,
    });
    await queueLetter(tx, {
      kind: "acceptance-notice",
      recipient: await ownerAddress(tx),
      replyTo: input.clientEmail,
      subject: `Quote accepted by ${input.clientName}`,
      body: acceptanceNotice(accepted, input, absolute(`/admin/quotes/${quote.id}`)),
      invoiceId: quote.id,
    });
    return { ok: true, quote: accepted };
  });
}

function alreadyDecided(quote: Quote, addOns: AddOns): AcceptanceOutcome {
  if (quoteStatus(quote) === "rejected") return { ok: false, reason: "rejected", quote };
  const agreed = selectedAddOns(quote);
  return { ok: true, quote, already: { same: agreed.extraHour === addOns.extraHour && agreed.rehearsal === addOns.rehearsal } };
}

/** A figure from outside that is not ours is written down, and that is all that happens to it. */
function claim({ totalAmount }: Acceptance, total: number): { claimedTotal?: string } {
  if (totalAmount === undefined || Math.round(Number(totalAmount) * 100) === total) return {};
  return { claimedTotal: String(totalAmount).slice(0, 40) };
}

export type Decision = "accepted" | "rejected";

export type DecisionOutcome = { ok: true; quote: Quote } | { ok: false; reason: "not-found" } | { ok: false; reason: "decided"; quote: Quote };

/** The owner's own Accept or Reject. Only a pending quote can be decided; a stale tab changes nothing and is told so. */
export function decideQuote(db: Db, by: Administrator, id: string, decision: Decision, now = new Date()): Promise<DecisionOutcome> {
  return db.transaction(async (tx) => {
    const [quote] = await tx
      .update(invoices)
      .set(decision === "accepted" ? { acceptedAt: now, rejectedAt: null } : { rejectedAt: now, acceptedAt: null })
      .where(and(eq(invoices.id, id), isNull(invoices.acceptedAt), isNull(invoices.rejectedAt)))
      .returning();
    if (!quote) {
      const [current] = await tx.select().from(invoices).where(eq(invoices.id, id));
      return current ? { ok: false, reason: "decided", quote: current } : { ok: false, reason: "not-found" };
    }
    await tx.insert(quoteEvents).values({ invoiceId: id, kind: decision, actor: by.email, at: now });
    return { ok: true, quote };
  });
}
