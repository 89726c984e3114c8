import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { queueLetters } from "#app/features/email/outbox.server.ts";
import { ownerAddress } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { absolute } from "#app/server/http/forms.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import { type Cents, fromCents } from "#app/values/money.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import {
  acceptanceCopy,
  acceptanceNotice,
  acceptanceReceipt,
  declineNotice,
} from "./emails.server.tsx";
import { giveLinkBack, replacePredecessor } from "./link.server.ts";
import { functionName, type Quote, quoteState, toPublicQuote } from "./model.ts";
import {
  type AddOns,
  breakdownOf,
  isLivePiano,
  isPriceConsistent,
  noAddOns,
  onSite,
  priceOf,
  ratesForDetails,
  ratesOf,
  selectedAddOns,
  withChosen,
} from "./pricing.ts";
import type { Acceptance, Declining } from "./schema.ts";
import { takeSnapshot } from "./snapshot.server.ts";
import { agreementOf } from "./wording.ts";
import { cutCharacters } from "#app/values/text.ts";

/* What a client does with a quote. What its owner does stands in desk.server.ts. */

/** Where an acceptance came from; kept with its event. */
export type Evidence = { address: string | null; userAgent: string | null };

/**
 * Why a quote cannot be accepted or declined; `stale`: it has become another since the client looked,
 * `unsettled`: its record says two prices, `accepted`: somebody has accepted it, or something else of it.
 */
export type Refusal =
  | "accepted"
  | "unsettled"
  | "rejected"
  | "declined"
  | "withdrawn"
  | "expired"
  | "stale";

type Refused = { ok: false; reason: "not-found" } | { ok: false; reason: Refusal; quote: Quote };

/** `already`: the same client had accepted the same selection before. */
export type AcceptanceOutcome = { ok: true; quote: Quote; already?: true } | Refused;

/** Matches a row only while its client may still decide about it. */
const open = (quote: Quote) =>
  and(
    eq(invoices.id, quote.id),
    isNull(invoices.acceptedAt),
    isNull(invoices.rejectedAt),
    eq(invoices.draft, false),
    eq(invoices.version, quote.version),
  );

/**
 * Accepts the quote behind a link, once. The price comes from the quote's own record; what the
 * client believes it to be is only compared. One transaction holds the guard, the event with what
 * was agreed to the letter, the receipt and the owner's notice. The same client who does the same again changes
 * nothing and is answered as kindly; anybody else, or another selection, is refused. `calledAs` is the function that a program used, which must be the quote's own.
 */
export function acceptQuote(
  db: Db,
  slug: string,
  input: Acceptance,
  evidence: Evidence,
  now = new Date(),
  calledAs?: string,
): Promise<AcceptanceOutcome> {
  return db.transaction(async (tx) => {
    const quote = await lockByLink(tx, slug);
    if (!quote || (calledAs && calledAs !== functionName(quote.invoiceType)))
      return { ok: false, reason: "not-found" };
    if (quote.acceptedAt)
      return (await isSameAgain(tx, quote, input))
        ? { ok: true, quote, already: true }
        : { ok: false, reason: "accepted", quote };
    const reason =
      refusalOf(quote, input.version, now) ?? (isPriceConsistent(quote) ? null : "unsettled");
    if (reason) return { ok: false, reason, quote };
    const contained = selectedAddOns(quote);
    const addOns = withChosen(quote, contained, wantedOf(input));

    const price = priceOf(ratesOf(quote), addOns);
    const details = {
      ...quote.details,
      ...(isLivePiano(quote) && { selected_add_ons: addOns }),
      rates: ratesForDetails(quote),
    };
    const [accepted] = await tx
      .update(invoices)
      .set({ acceptedAt: now, totalAmount: fromCents(price.total), details })
      .where(open(quote))
      .returning();
    if (!accepted) throw new Error("A locked quote was changed by somebody else.");
    await replacePredecessor(tx, accepted, "client", now);

    const { clientName, clientEmail } = input;
    const record = takeSnapshot({
      quote: quote.id,
      ...agreementOf(toPublicQuote(accepted, now)),
      acceptedBy: { clientName, clientEmail },
      acceptedAt: now.toISOString(),
    });
    await tx.insert(quoteEvents).values({
      invoiceId: quote.id,
      kind: "accepted",
      actor: "client",
      at: now,
      data: {
        ...evidence,
        clientName,
        clientEmail,
        version: quote.version,
        contained,
        addOns,
        ...price,
        ...claims(input, quote, price.total),
        ...record,
      },
    });
    await tellAll(tx, accepted, input, record.sha256, now);
    return { ok: true, quote: accepted };
  });
}

/** The receipt for who accepted, the owner's notice, and a copy for the client whom the quote names when that is somebody else. */
async function tellAll(
  tx: Db,
  accepted: Quote,
  input: Acceptance,
  seal: string,
  now: Date,
): Promise<void> {
  const { id, slug, eventTitle, invoiceType } = accepted;
  const agreed = toPublicQuote(accepted, now);
  const owner = ownerAddress();
  const receipt = {
    kind: "acceptance-receipt",
    recipient: input.clientEmail,
    replyTo: owner,
    subject: `Your acceptance: ${eventTitle ?? invoiceType}`,
    body: acceptanceReceipt(agreed, input, seal, absolute(`/quotes/${slug}`)),
    invoiceId: id,
  };
  const notice = {
    kind: "acceptance-notice",
    recipient: owner,
    replyTo: input.clientEmail,
    subject: `Quote accepted by ${input.clientName}`,
    body: acceptanceNotice(agreed, input, absolute(`/admin/quotes/${id}`)),
    invoiceId: id,
  };
  const named = check(emailAddress(""), accepted.clientEmail);
  // Another program may have left the client's address empty, or wrong.
  if (!named.ok || isSameAddress(named.value, input.clientEmail)) {
    return queueLetters(tx, receipt, notice);
  }
  const copy = {
    ...receipt,
    kind: "acceptance-copy",
    recipient: named.value,
    subject: `Your quote has been accepted: ${eventTitle ?? invoiceType}`,
    body: acceptanceCopy(agreed, input, seal, absolute(`/quotes/${slug}`)),
  };
  await queueLetters(tx, receipt, notice, copy);
}

/** The row behind a link, held until the transaction ends. */
async function lockByLink(tx: Db, slug: string): Promise<Quote | undefined> {
  const find = () => tx.select().from(invoices).where(eq(invoices.slug, slug)).for("update");
  const [quote] = await find();
  // Whoever waited for a version that lost its link meanwhile has to look again for the one that took it.
  return quote ?? (await find())[0];
}

const wantedOf = ({ wantsExtraHour, wantsRehearsal }: Acceptance): AddOns => ({
  extraHour: wantsExtraHour,
  rehearsal: wantsRehearsal,
});

/** Whether an accepted quote was accepted by this very client, with this selection of this version. */
async function isSameAgain(tx: Db, quote: Quote, input: Acceptance): Promise<boolean> {
  const [event] = await tx
    .select({ actor: quoteEvents.actor, data: quoteEvents.data })
    .from(quoteEvents)
    .where(and(eq(quoteEvents.invoiceId, quote.id), eq(quoteEvents.kind, "accepted")))
    .orderBy(desc(quoteEvents.id))
    .limit(1);
  // What the owner or another program accepted stands for the client whom the quote names.
  const by = event?.actor === "client" ? String(event.data.clientEmail) : quote.clientEmail;
  const contained = (event?.data.contained as AddOns | undefined) ?? noAddOns;
  const [stands, asked] = [selectedAddOns(quote), withChosen(quote, contained, wantedOf(input))];
  const sameSelection =
    stands.extraHour === asked.extraHour && stands.rehearsal === asked.rehearsal;
  return sameSelection && quote.version === input.version && isSameAddress(by, input.clientEmail);
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function refusalOf(quote: Quote, seenVersion: number, now: Date): Refusal | null {
  const state = quoteState(quote, now);
  if (state === "pending") return seenVersion === quote.version ? null : "stale";
  return state === "declined" || state === "withdrawn" || state === "expired" ? state : "rejected";
}

/** Figures from outside that are not ours are written down, and that is all that happens to them. */
function claims(input: Acceptance, quote: Quote, total: Cents): Record<string, string> {
  const breakdown = breakdownOf(quote);
  const named: [string, unknown, Cents | undefined][] = [
    ["claimedTotal", input.totalAmount, total],
    [
      "claimedOnSitePerformanceCost",
      input.onSitePerformanceCost,
      breakdown ? onSite(breakdown) : undefined,
    ],
    ["claimedShowPreparationFee", input.showPreparationFee, breakdown?.preparation],
  ];
  const wrong = named.filter(
    ([, figure, ours]) =>
      figure !== undefined && figure !== null && Math.round(Number(figure) * 100) !== ours,
  );
  return Object.fromEntries(
    wrong.map(([name, figure]) => [
      name,
      cutCharacters(typeof figure === "object" ? JSON.stringify(figure) : String(figure), 40),
    ]),
  );
}

export type DeclineOutcome = { ok: true; quote: Quote } | Refused;

/** The client's No, with an optional reason. The owner is told; a version that was to replace an accepted quote gives its link back. */
export function declineQuote(
  db: Db,
  slug: string,
  { version, reason }: Declining,
  evidence: Evidence,
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
      data: { ...evidence, version, ...(reason && { reason }) },
    });
    await giveLinkBack(tx, declined);
    await queueLetters(tx, {
      kind: "decline-notice",
      recipient: ownerAddress(),
      replyTo: quote.clientEmail,
      subject: `Quote declined by ${quote.clientName}`,
      body: declineNotice(quote, reason, absolute(`/admin/quotes/${quote.id}`)),
      invoiceId: quote.id,
    });
    return { ok: true, quote: declined };
  });
}

/** Counts that somebody other than the owner opened the link while the quote was open; the first time is an event. */
export function noteView(db: Db, slug: string, now = new Date()): Promise<void> {
  return db.transaction(async (tx) => {
    const [seen] = await tx
      .update(invoices)
      .set({
        views: sql`${invoices.views} + 1`,
        viewedAt: sql`coalesce(${invoices.viewedAt}, ${now.toISOString()}::timestamptz)`,
      })
      .where(and(eq(invoices.slug, slug), isNull(invoices.acceptedAt), isNull(invoices.rejectedAt)))
      .returning({ id: invoices.id, views: invoices.views });
    if (seen?.views === 1)
      await tx
        .insert(quoteEvents)
        .values({ invoiceId: seen.id, kind: "viewed", actor: "client", at: now });
  });
}
