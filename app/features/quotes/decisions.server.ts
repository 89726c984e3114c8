import { href } from "react-router";
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { answerEnquiry } from "#app/features/intake/submission.server.ts";
import { queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import { attachmentOf } from "#app/features/invoices/acceptance-email.server.tsx";
import {
  hasAgreedInvoices,
  invoiceAcceptance,
  withdrawInvoices,
} from "#app/features/ledger/sale-invoices.server.ts";
import { type Over, type Overlap, unseenOf } from "#app/features/diary/overlaps.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import {
  awaitDiary,
  eventOverlaps,
  followQuote,
  bookingInvitation,
  undoneInvitation,
} from "./diary.server.ts";
import { quoteUrl } from "./queries.server.ts";
import {
  acceptanceOnBehalf,
  acceptanceUndone,
  declineNotice,
  emailClient,
} from "./emails.server.tsx";
import {
  type AdminResult,
  type ClientResult,
  lastEvent,
  lockQuote,
  lockQuoteByLink,
  recordEvent,
  refusalOf,
  updateQuote,
  acceptanceRecord,
  returnLink,
  takeLink,
} from "./guard.server.ts";
import { replacePredecessor } from "./drafts.server.ts";
import { isOpen, isUndecided, type Quote, toPublicQuote } from "./model.ts";
import { isPriceConsistent, ratesForDetails } from "./pricing.ts";
import { replanQuoteReminders } from "./sending.server.ts";
import { saleOf } from "./acceptance.server.ts";
import type { Declining } from "./answer.ts";

type AcceptanceResult =
  | AdminResult
  /** The owner has to confirm first. */
  | { ok: false; reason: "overlaps"; quote: Quote; overlaps: Overlap[] };

/** Emails the client. `over`: the overlaps in the diary that the owner has confirmed. */
export function acceptOnBehalf(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
  seenVersion?: number,
  over: Over = [],
): Promise<AcceptanceResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (isUndecided(quote) && !isPriceConsistent(quote))
      return { ok: false, reason: "unsettled", quote };
    if (!isDecidable(quote, seenVersion)) return { ok: false, reason: "decided", quote };
    const overlaps = await eventOverlaps(tx, quote, now);
    if (unseenOf(overlaps, over).length > 0)
      return { ok: false, reason: "overlaps", quote, overlaps };
    const details = { ...quote.details, rates: ratesForDetails(quote) };
    const accepted = await updateQuote(tx, id, { acceptedAt: now, details });
    await replacePredecessor(tx, accepted, by.email, now);
    await replanQuoteReminders(tx, accepted, now);
    await answerEnquiry(tx, by.email, accepted.enquiryId, now);
    const record = acceptanceRecord(accepted, { administrator: by.email }, now);
    await recordEvent(tx, id, "accepted", by.email, now, record);
    await followQuote(tx, accepted, now);
    const invoices = await invoiceAcceptance(tx, await saleOf(tx, accepted, now), by.email, now);
    await emailClient(tx, accepted, {
      kind: "acceptance-receipt",
      subject: `Your booking confirmation: ${accepted.eventTitle ?? accepted.invoiceType}`,
      body: acceptanceOnBehalf(toPublicQuote(accepted, now), linkOf(accepted), invoices),
      ...attachmentOf(invoices),
      ...bookingInvitation(accepted, accepted.clientEmail, now),
    });
    return { ok: true, quote: accepted };
  });
}

export function rejectQuote(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
  seenVersion?: number,
): Promise<AdminResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (!isDecidable(quote, seenVersion)) return { ok: false, reason: "decided", quote };
    const rejected = await updateQuote(tx, id, { rejectedAt: now });
    await returnLink(tx, rejected);
    await replanQuoteReminders(tx, rejected, now);
    await recordEvent(tx, id, "rejected", by.email, now);
    return { ok: true, quote: rejected };
  });
}

function isDecidable(quote: Quote, seenVersion = quote.version): boolean {
  return isOpen(quote) && quote.version === seenVersion;
}

/** A second No changes nothing and gets the same answer. */
export function declineQuote(
  db: Db,
  { slug, version, reason, client }: Declining,
  now = new Date(),
): Promise<ClientResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuoteByLink(tx, slug);
    if (!quote) return { ok: false, reason: "not-found" };
    const answered = earlierDecline(quote, version, now);
    if (answered) return answered;
    const declined = await updateQuote(tx, quote.id, { rejectedAt: now, closedAs: "declined" });
    const { ip: address, userAgent } = client;
    const details = { address, userAgent, version, ...(reason && { reason }) };
    await recordEvent(tx, quote.id, "declined", "client", now, details);
    await returnLink(tx, declined);
    await replanQuoteReminders(tx, declined, now);
    const link = absoluteUrl(href("/admin/quotes/:id", { id: quote.id }));
    await queueEmails(tx, {
      kind: "decline-notice",
      recipient: ownerEmail(),
      replyTo: quote.clientEmail,
      subject: `Quote declined by ${quote.clientName}`,
      body: declineNotice(toPublicQuote(quote, now), reason, link),
      quoteId: quote.id,
    });
    return { ok: true, quote: declined };
  });
}

/** As `findAcceptance`. */
export function findDecline(
  db: Db,
  { slug, version }: Pick<Declining, "slug" | "version">,
  now = new Date(),
): Promise<ClientResult | null> {
  return db.transaction(async (tx) => {
    const quote = await lockQuoteByLink(tx, slug);
    return quote ? earlierDecline(quote, version, now) : { ok: false, reason: "not-found" };
  });
}

function earlierDecline(quote: Quote, version: number, now: Date): ClientResult | null {
  if (quote.acceptedAt) return { ok: false, reason: "accepted", quote };
  const reason = refusalOf(quote, version, now);
  if (reason === "declined") return { ok: true, quote };
  return reason && { ok: false, reason, quote };
}

const decisions = [
  "accepted",
  "rejected",
  "declined",
  "withdrawn",
  "replaced",
  "cancelled",
] as const;

/** Null unless the last decision was an administrator's and can be reversed. */
export async function reversibleDecision(db: Db, _administrator: Administrator, quote: Quote) {
  if (isUndecided(quote)) return null;
  const last = await lastEvent(db, quote.id, ...decisions);
  if (!last || last.kind === "replaced" || last.kind === "cancelled") return null;
  // The booking that it was to change has ended, and its money is settled.
  const cancelled = and(
    eq(quotes.id, quote.replacesId ?? quote.id),
    eq(quotes.closedAs, "cancelled"),
  );
  if ((await db.$count(quotes, cancelled)) > 0) return null;
  return last.actor === "client" ? null : last;
}

/** Whether this administrator's last decision did the same: a double press, or a lost reply. */
export async function isRepeated(
  db: Db,
  by: Administrator,
  refusal: Exclude<AcceptanceResult, { ok: true }>,
  kind: "accepted" | "rejected" | "withdrawn" | "cancelled" | "reopened",
  seenVersion?: number,
): Promise<boolean> {
  if (refusal.reason !== "decided") return false;
  const { id, version } = refusal.quote;
  const last = await lastEvent(db, id, ...decisions, "reopened");
  return last?.kind === kind && last.actor === by.email && (seenVersion ?? version) === version;
}

/** Adds an event, so that the history keeps both. A client's own decision cannot be reversed. */
export function reverseDecision(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
): Promise<AdminResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    const decision = await reversibleDecision(tx, by, quote);
    if (!decision || (await hasSuccessor(tx, quote)))
      return { ok: false, reason: "decided", quote };
    const wasAccepted = decision.kind === "accepted";
    if (wasAccepted) await awaitDiary(tx);
    const withdrawn = wasAccepted ? await withdrawInvoices(tx, id, by.email, now) : null;
    if (withdrawn?.ok === false) return { ok: false, reason: "paid", quote, paid: withdrawn.paid };
    const draft = decision.data.draft === true;
    const undone = { acceptedAt: null, rejectedAt: null, closedAs: null, draft };
    const reopened = await updateQuote(tx, id, undone);
    // Frees the diary first: the previous version may want the same time.
    if (wasAccepted) await followQuote(tx, reopened, now);
    const inForce = wasAccepted ? await restorePredecessor(tx, reopened, by.email, now) : null;
    if (!wasAccepted && !draft && reopened.sentAt) await takeLink(tx, reopened);
    await replanQuoteReminders(tx, reopened, now);
    await recordEvent(tx, id, "reopened", by.email, now, { was: decision.kind });
    if (withdrawn) {
      const restored = inForce && (await invoiceAgain(tx, inForce, by.email, now));
      const { voided } = withdrawn;
      await emailClient(tx, reopened, {
        kind: "acceptance-taken-back",
        subject: `Your quote is open again: ${reopened.eventTitle ?? reopened.invoiceType}`,
        body: acceptanceUndone(reopened, linkOf(reopened), { voided, restored }),
        ...attachmentOf(restored),
        ...undoneInvitation(reopened, inForce, now),
      });
    }
    return { ok: true, quote: reopened };
  });
}

/** Whether another version replaces this quote, or the one that this quote was to replace. */
async function hasSuccessor(tx: Db, { id, replacesId }: Quote): Promise<boolean> {
  const isRival = inArray(quotes.replacesId, replacesId ? [id, replacesId] : [id]);
  const rivals = await tx
    .select()
    .from(quotes)
    .where(and(isRival, isNull(quotes.rejectedAt)));
  return rivals.some((rival) => rival.id !== id);
}

/** After a reversal: the old version is in force again, as of its own acceptance. */
async function restorePredecessor(tx: Db, { replacesId }: Quote, actor: string, now: Date) {
  if (!replacesId) return null;
  const replaced = await lastEvent(tx, replacesId, "replaced");
  if (!replaced) return null;
  const acceptedAt = new Date(String(replaced.data.acceptedAt));
  const restored = { acceptedAt, rejectedAt: null, closedAs: null };
  const predecessor = await updateQuote(tx, replacesId, restored);
  await followQuote(tx, predecessor, now);
  await recordEvent(tx, replacesId, "reopened", actor, now);
  return predecessor;
}

/** For a version that is in force again; null where it had no invoices. */
async function invoiceAgain(tx: Db, quote: Quote, by: string, now: Date) {
  if (!(await hasAgreedInvoices(tx, [quote.id]))) return null;
  return invoiceAcceptance(tx, await saleOf(tx, quote, now), by, now);
}

const linkOf = ({ slug }: Quote) => slug && quoteUrl(slug);

export function withdrawQuote(
  db: Db,
  by: Owner,
  id: string,
  now = new Date(),
): Promise<AdminResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (!isUndecided(quote)) return { ok: false, reason: "decided", quote };
    return { ok: true, quote: await withdrawLocked(tx, by, quote, now) };
  });
}

/** The caller has locked the quote, and seen that it is undecided. */
export async function withdrawLocked(tx: Db, by: Owner, { id, draft }: Quote, now: Date) {
  const withdrawal = { rejectedAt: now, closedAs: "withdrawn", draft: false } as const;
  const withdrawn = await updateQuote(tx, id, withdrawal);
  await recordEvent(tx, id, "withdrawn", by.email, now, draft ? { draft } : {});
  await returnLink(tx, withdrawn);
  await replanQuoteReminders(tx, withdrawn, now);
  return withdrawn;
}
