import type { ClientInfo } from "#app/server/http/client-info.server.ts";
import { and, desc, eq } from "drizzle-orm";
import { queueEmails } from "#app/features/email/outbox.server.ts";
import { ownerEmail } from "#app/features/email/owner.server.ts";
import type { Db } from "#app/server/database/db.server.ts";
import { invoices, quoteEvents } from "#app/server/database/tables.server.ts";
import { absoluteUrl } from "#app/server/http/site-url.server.ts";
import { type Cents, fromCents } from "#app/values/money.ts";
import { check, emailAddress } from "#app/values/rules.ts";
import { cutCharacters } from "#app/values/text.ts";
import { hasAddOns, selectedAddOns, withChosenAddOns } from "./add-ons.ts";
import { acceptanceCopy, acceptanceNotice, acceptanceReceipt } from "./emails.server.tsx";
import { lockByLink, open, refusalOf, type RefusedByState } from "./guard.server.ts";
import { type AddOns, noAddOns } from "./kinds.ts";
import { functionName, type Quote, toPublicQuote } from "./model.ts";
import {
  breakdownOf,
  isPriceConsistent,
  onSiteCost,
  priceOf,
  ratesForDetails,
  ratesOf,
} from "./pricing.ts";
import type { Acceptance } from "./schema.ts";
import { takeSnapshot } from "./snapshot.server.ts";
import { replacePredecessor } from "./versions.server.ts";
import { agreementOf } from "./wording.ts";

/** `already`: the same client had accepted the same selection before. */
export type AcceptanceOutcome = { ok: true; quote: Quote; already?: true } | RefusedByState;

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
  clientInfo: ClientInfo,
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
    const addOns = withChosenAddOns(quote, contained, wantedOf(input));

    const price = priceOf(ratesOf(quote), addOns);
    const details = {
      ...quote.details,
      ...(hasAddOns(quote) && { selected_add_ons: addOns }),
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
        address: clientInfo.ip,
        userAgent: clientInfo.userAgent,
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
  const owner = ownerEmail();
  const receipt = {
    kind: "acceptance-receipt",
    recipient: input.clientEmail,
    replyTo: owner,
    subject: `Your acceptance: ${eventTitle ?? invoiceType}`,
    body: acceptanceReceipt(agreed, input, seal, absoluteUrl(`/quotes/${slug}`)),
    invoiceId: id,
  };
  const notice = {
    kind: "acceptance-notice",
    recipient: owner,
    replyTo: input.clientEmail,
    subject: `Quote accepted by ${input.clientName}`,
    body: acceptanceNotice(agreed, input, absoluteUrl(`/admin/quotes/${id}`)),
    invoiceId: id,
  };
  const named = check(emailAddress(""), accepted.clientEmail);
  // Another program may have left the client's address empty, or wrong.
  if (!named.ok || isSameAddress(named.value, input.clientEmail)) {
    return queueEmails(tx, receipt, notice);
  }
  const copy = {
    ...receipt,
    kind: "acceptance-copy",
    recipient: named.value,
    subject: `Your quote has been accepted: ${eventTitle ?? invoiceType}`,
    body: acceptanceCopy(agreed, input, seal, absoluteUrl(`/quotes/${slug}`)),
  };
  await queueEmails(tx, receipt, notice, copy);
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
  const [stands, asked] = [
    selectedAddOns(quote),
    withChosenAddOns(quote, contained, wantedOf(input)),
  ];
  const sameSelection =
    stands.extraHour === asked.extraHour && stands.rehearsal === asked.rehearsal;
  return sameSelection && quote.version === input.version && isSameAddress(by, input.clientEmail);
}

function isSameAddress(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Figures from outside that are not ours are written down, and that is all that happens to them. */
function claims(input: Acceptance, quote: Quote, total: Cents): Record<string, string> {
  const breakdown = breakdownOf(quote);
  const named: [string, unknown, Cents | undefined][] = [
    ["claimedTotal", input.totalAmount, total],
    [
      "claimedOnSitePerformanceCost",
      input.onSitePerformanceCost,
      breakdown ? onSiteCost(breakdown) : undefined,
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
