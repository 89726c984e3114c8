import { href } from "react-router";
import { eq, getTableColumns } from "drizzle-orm";
import { answerEnquiry } from "#app/features/intake/submission.server.ts";
import { type NewEmail, queueEmails, ownerEmail } from "#app/features/email/outbox.server.ts";
import {
  type AcceptanceInvoices,
  attachmentOf,
} from "#app/features/invoices/acceptance-email.server.tsx";
import {
  invoiceAcceptance,
  issueMissing,
  missingOf,
} from "#app/features/ledger/sale-invoices.server.ts";
import { invoicingColumn, getBusinessDetails } from "#app/features/business/queries.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { quotes } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { fromCents, type Cents } from "#app/values/money.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { cutCharacters, isSameEmail } from "#app/values/text.ts";
import {
  type AddOns,
  noAddOns,
  hasAddOns,
  selectedAddOns,
  withChosenAddOns,
  memberOf,
  namesHours,
  playingHours,
  isPriceConsistent,
  type Price,
  quotePrice,
  ratesForDetails,
  ratesOf,
  breakdownOf,
  onSiteCost,
  studentRatesOf,
  acceptedPrice,
} from "./pricing.ts";
import { followQuote, bookingInvitation } from "./diary.server.ts";
import { quoteUrl } from "./queries.server.ts";
import {
  acceptanceCopy,
  acceptanceNotice,
  acceptanceReceipt,
  createdInvoices,
} from "./emails.server.tsx";
import {
  type ClientResult,
  lastEvent,
  lockQuoteByLink,
  recordEvent,
  refusalOf,
  acceptanceRecord,
  lockQuote,
} from "./guard.server.ts";
import {
  functionName,
  type Quote,
  toPublicQuote,
  quoteState,
  quoteTitle,
  linesOf,
} from "./model.ts";
import { endQuoteReminders, isRemindedColumn } from "./sending.server.ts";
import type { Acceptance } from "./answer.ts";
import { replacePredecessor, earlierVersions } from "./drafts.server.ts";
import type { Administrator, Owner } from "#app/features/auth/model.ts";
import { issuingRefusal } from "#app/features/business/model.ts";
import { isDay } from "#app/values/calendar.ts";

/** Prices come from the record; the same client with the same selection gets the same answer, others are refused. */
export function acceptQuote(db: Db, input: Acceptance, now = new Date()): Promise<ClientResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuoteByLink(tx, input.slug);
    if (!quote || (input.calledAs && input.calledAs !== functionName(quote.invoiceType)))
      return { ok: false, reason: "not-found" };
    const answered = await earlierAnswer(tx, quote, input, now);
    if (answered) return answered;
    if (!isPriceConsistent(quote)) return { ok: false, reason: "unsettled", quote };

    const addOns = withChosenAddOns(quote, selectedAddOns(quote), wantedAddOns(input));
    const price = quotePrice(ratesOf(quote), addOns);
    const details = {
      ...quote.details,
      ...(hasAddOns(quote) && { selected_add_ons: addOns }),
      rates: ratesForDetails(quote),
    };
    const agreed = { acceptedAt: now, totalAmount: fromCents(price.total), details };
    const { accepted, isReminded, mayBeInvoiced } = await writeAcceptance(tx, quote.id, agreed);
    await replacePredecessor(tx, accepted, "client", now);
    if (isReminded) await endQuoteReminders(tx, accepted, now);
    await answerEnquiry(tx, "client", accepted.enquiryId, now);
    const recorded = recordAcceptance(tx, { quote, accepted, addOns, price }, input);
    if (!mayBeInvoiced) {
      // The diary last: every acceptance waits for its lock.
      const emailed = emailAcceptance(tx, { accepted, invoices: null }, input, now);
      await Promise.all([recorded, emailed]);
      await followQuote(tx, accepted, now);
      return { ok: true, quote: accepted };
    }
    await recorded;
    await followQuote(tx, accepted, now);
    const sale = await saleOf(tx, accepted, now, input);
    const invoices = await invoiceAcceptance(tx, sale, "client", now);
    await emailAcceptance(tx, { accepted, invoices }, input, now);
    return { ok: true, quote: accepted };
  });
}

/** Returns two flags with the UPDATE, to save a query. */
async function writeAcceptance(tx: Db, id: string, agreed: Partial<typeof quotes.$inferInsert>) {
  const [written] = await tx
    .update(quotes)
    .set(agreed)
    .where(eq(quotes.id, id))
    .returning({
      ...getTableColumns(quotes),
      invoicing: invoicingColumn,
      isReminded: isRemindedColumn({ id }),
    });
  const { invoicing, isReminded, ...accepted } = written!;
  // Invoices of the replaced version end even where invoicing was switched off since.
  const mayBeInvoiced = invoicing === true || accepted.replacesId !== null;
  return { accepted, isReminded, mayBeInvoiced };
}

type Agreed = { quote: Quote; accepted: Quote; addOns: AddOns; price: Price };

async function recordAcceptance(
  tx: Db,
  { quote, accepted, addOns, price }: Agreed,
  input: Acceptance,
): Promise<void> {
  const { clientName, clientEmail, client } = input;
  const at = accepted.acceptedAt!;
  await recordEvent(tx, quote.id, "accepted", "client", at, {
    address: client.ip,
    userAgent: client.userAgent,
    clientName,
    clientEmail,
    version: quote.version,
    contained: selectedAddOns(quote),
    addOns,
    ...price,
    ...claimedFigures(input, quote, price.total),
    ...otherTime(input, accepted),
    ...acceptanceRecord(accepted, { clientName, clientEmail }, at),
  });
}

async function emailAcceptance(
  tx: Db,
  { accepted, invoices }: { accepted: Quote; invoices: AcceptanceInvoices | null },
  input: Acceptance,
  now: Date,
): Promise<void> {
  const { id, eventTitle, invoiceType } = accepted;
  const agreed = toPublicQuote(accepted, now);
  const link = quoteUrl(accepted.slug!);
  const owner = ownerEmail();
  const receipt: NewEmail = {
    kind: "acceptance-receipt",
    recipient: input.clientEmail,
    replyTo: owner,
    subject: `Your booking confirmation: ${eventTitle ?? invoiceType}`,
    body: acceptanceReceipt(agreed, input, link, invoices),
    quoteId: id,
    ...attachmentOf(invoices),
    ...bookingInvitation(accepted, input.clientEmail, now),
  };
  // Another program may have left the client's email empty, or wrong.
  const client = check(emailAddress(""), accepted.clientEmail);
  const copied = client.ok && !isSameEmail(client.value, input.clientEmail) ? client.value : null;
  const adminLink = absoluteUrl(href("/admin/quotes/:id", { id }));
  const notice: NewEmail = {
    kind: "acceptance-notice",
    recipient: owner,
    replyTo: input.clientEmail,
    subject: `Quote accepted by ${input.clientName}`,
    body: acceptanceNotice(agreed, input, adminLink, invoices, copied ? 2 : 1),
    quoteId: id,
  };
  if (!copied) return queueEmails(tx, receipt, notice);
  await queueEmails(tx, receipt, notice, {
    ...receipt,
    kind: "acceptance-copy",
    recipient: copied,
    subject: `Your quote has been accepted: ${eventTitle ?? invoiceType}`,
    body: acceptanceCopy(agreed, input, link, invoices),
    ...bookingInvitation(accepted, copied, now),
  });
}

const wantedAddOns = ({ wantsExtraHour, wantsRehearsal }: Acceptance): AddOns => ({
  extraHour: wantsExtraHour,
  rehearsal: wantsRehearsal,
});

async function isSameAcceptance(tx: Db, quote: Quote, input: Acceptance): Promise<boolean> {
  const event = await lastEvent(tx, quote.id, "accepted");
  // What the owner or another program accepted counts as accepted by the quote's client.
  const acceptedBy = event?.actor === "client" ? String(event.data.clientEmail) : quote.clientEmail;
  const contained = (event?.data.contained as AddOns | undefined) ?? noAddOns;
  const agreed = selectedAddOns(quote);
  const wanted = withChosenAddOns(quote, contained, wantedAddOns(input));
  const sameAddOns = agreed.extraHour === wanted.extraHour && agreed.rehearsal === wanted.rehearsal;
  const sameVersion = quote.version === input.version;
  return sameAddOns && sameVersion && isSameEmail(acceptedBy, input.clientEmail);
}

function otherTime({ proposalDetails }: Acceptance, accepted: Quote): Record<string, string> {
  const claimed = memberOf(proposalDetails, "time");
  const hours = playingHours(accepted);
  if (typeof claimed !== "string" || !claimed || !hours || namesHours(claimed, hours)) return {};
  return { claimedTime: cutCharacters(claimed, 40) };
}

/** The request's figures that differ from ours, only for the event. */
function claimedFigures(input: Acceptance, quote: Quote, total: Cents): Record<string, string> {
  const breakdown = breakdownOf(quote);
  const figures: [name: string, claimed: unknown, isOurs: (claimed: unknown) => boolean][] = [
    ["claimedTotal", input.totalAmount, is(total)],
    [
      "claimedOnSitePerformanceCost",
      input.onSitePerformanceCost,
      is(breakdown ? onSiteCost(breakdown) : undefined),
    ],
    ["claimedShowPreparationFee", input.showPreparationFee, is(breakdown?.preparation)],
    [
      "claimedRehearsalBundleCostPerStudent",
      input.rehearsalBundleCostPerStudent,
      isAmong(studentRatesOf(quote)),
    ],
  ];
  const wrong = figures.filter(
    ([, claimed, isOurs]) => claimed !== undefined && claimed !== null && !isOurs(claimed),
  );
  return Object.fromEntries(
    wrong.map(([name, claimed]) => [name, cutCharacters(asText(claimed), 40)]),
  );
}

/** No other type can match, and some cannot be converted to a number. */
const is = (ours: Cents | undefined) => (claimed: unknown) =>
  (typeof claimed === "number" || typeof claimed === "string") &&
  Math.round(Number(claimed) * 100) === ours;

function isAmong(rates: ReturnType<typeof studentRatesOf>) {
  return (claimed: unknown) =>
    typeof claimed === "object"
      ? Object.entries(claimed!).every(([minutes, price]) =>
          rates.some((rate) => String(rate.minutes) === minutes && is(rate.price)(price)),
        )
      : rates.some(({ price }) => is(price)(claimed));
}

function asText(claimed: unknown): string {
  if (typeof claimed !== "object") return String(claimed);
  try {
    return JSON.stringify(claimed);
  } catch {
    return "nested too deeply";
  }
}

/** For a lost reply; null if nothing was recorded and the quote waits. The lock waits for a running acceptance. */
export function findAcceptance(
  db: Db,
  input: Acceptance,
  now = new Date(),
): Promise<ClientResult | null> {
  return db.transaction(async (tx) => {
    const quote = await lockQuoteByLink(tx, input.slug);
    return quote ? earlierAnswer(tx, quote, input, now) : { ok: false, reason: "not-found" };
  });
}

/** Null while the quote waits for an answer. */
async function earlierAnswer(
  tx: Db,
  quote: Quote,
  input: Acceptance,
  now: Date,
): Promise<ClientResult | null> {
  if (quote.acceptedAt)
    return (await isSameAcceptance(tx, quote, input))
      ? { ok: true, quote, already: true }
      : { ok: false, reason: "accepted", quote };
  const reason = refusalOf(quote, input.version, now);
  return reason && { ok: false, reason, quote };
}

type CreationResult =
  | { ok: true; quote: Quote }
  | { ok: false; reason: "not-found" | "decided" | "unsettled" | "off" | "incomplete" };

/** For quotes accepted before invoicing was on, or with a void invoice, as if accepted today. */
export function createInvoices(
  db: Db,
  by: Owner,
  id: string,
  send: boolean,
  now = new Date(),
): Promise<CreationResult> {
  return db.transaction(async (tx) => {
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (quoteState(quote, now) !== "accepted") return { ok: false, reason: "decided" };
    const sale = await saleOf(tx, quote, now);
    const { invoiced, missing } = await missingOf(tx, sale);
    if (missing === 0 && invoiced > 0) return { ok: true, quote };
    const refusal = issuingRefusal(await getBusinessDetails(tx));
    if (refusal) return { ok: false, reason: refusal };
    if (!(missing > 0)) return { ok: false, reason: "unsettled" };
    const invoices = await issueMissing(tx, sale, by.email, now);
    if (send)
      await queueEmails(tx, {
        kind: "invoice",
        recipient: sale.buyerEmail,
        replyTo: ownerEmail(),
        subject: `How to pay for ${quoteTitle(quote)}`,
        body: createdInvoices(quote, invoices),
        quoteId: id,
        ...attachmentOf(invoices),
      });
    return { ok: true, quote };
  });
}

export async function missingInvoices(db: Db, _by: Administrator, quote: Quote, now = new Date()) {
  return (await missingOf(db, await saleOf(db, quote, now))).missing;
}

/** The client, or someone else with the link. */
type AcceptedBy = { clientName: string; clientEmail: string };

/**
 * The buyer is the quote's client, even when someone else accepted: anyone with the link could
 * otherwise choose the name on the invoices. If the client is empty or wrong, it is who accepted.
 */
export async function saleOf(tx: Db, quote: Quote, now: Date, by?: AcceptedBy) {
  const email = check(emailAddress(""), quote.clientEmail);
  const { eventDate } = quote;
  return {
    quoteId: quote.id,
    earlier: await earlierVersions(tx, quote),
    buyerName: quote.clientName.trim() || by?.clientName || "",
    buyerEmail: email.ok ? email.value : (by?.clientEmail ?? quote.clientEmail),
    title: quoteTitle(quote),
    eventDate: eventDate && isDay(eventDate) ? eventDate : null,
    lines: linesOf(toPublicQuote(quote, now)).map(([text, amount]) => ({ text, amount })),
    total: acceptedPrice(quote).total,
  };
}
