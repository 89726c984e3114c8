import type { Owner } from "#app/features/auth/model.ts";
import {
  expireConfirmations,
  settle,
  planEnd,
  type SettlementPlan,
  type Versions,
} from "#app/features/ledger/sale-invoices.server.ts";
import {
  type Settled,
  cancelledSentence,
  creditSentence,
} from "#app/features/invoices/acceptance-email.server.tsx";
import type { Db } from "#app/server/database/db.server.ts";
import { hasEnded, longDay } from "#app/values/calendar.ts";
import { type Cents, fromCents, toCents, formatMoney } from "#app/values/money.ts";
import { EmailLayout } from "#app/features/email/email-layout.tsx";
import { Action, Heading, Text } from "#app/features/email/email-parts.tsx";
import { firstNameOf } from "#app/values/names.ts";
import { allOf } from "#app/values/wording.ts";
import { awaitDiary, followQuote, cancelledInvitation } from "./diary.server.ts";
import { quoteUrl } from "./queries.server.ts";
import { emailClient } from "./emails.server.tsx";
import {
  type AdminResult,
  findNextVersion,
  lockQuote,
  recordEvent,
  updateQuote,
} from "./guard.server.ts";
import { isUndecided, type Quote, quoteState, quoteTitle } from "./model.ts";
import { acceptedPrice } from "./pricing.ts";
import { earlierVersions } from "./drafts.server.ts";
import { withdrawLocked } from "./decisions.server.ts";

/** `seen`: of the plan that the page has shown. `amount`: in cents, where `keep` says so. */
type Cancellation = {
  cancelledBy: "client" | "owner";
  reason: string;
  keep: "deposit" | "amount" | "nothing";
  amount: Cents;
  seen?: string | undefined;
};

/** `withdraws`: a new version waits for an answer. */
type CancellationPlan = Omit<SettlementPlan, "kept"> & { kept: Cents; withdraws: boolean };

/** `unseen`: this plan was not shown, so nothing was done. `amount`: only `most` can be kept. */
type CancellationResult =
  | Exclude<AdminResult, { reason: "paid" }>
  | { ok: false; reason: "unseen"; quote: Quote; plan: CancellationPlan; seen: string }
  | { ok: false; reason: "amount"; quote: Quote; most: Cents };

/** Does only what the page has shown: without that, or after a change, it returns the plan. */
export function cancelBooking(
  db: Db,
  by: Owner,
  id: string,
  cancellation: Cancellation,
  now = new Date(),
): Promise<CancellationResult> {
  return db.transaction(async (tx) => {
    // Locks a new version before the quote that it replaces, as its acceptance does.
    const next = await lockNextVersion(tx, id);
    const quote = await lockQuote(tx, id);
    if (!quote) return { ok: false, reason: "not-found" };
    if (quoteState(quote, now) !== "accepted") return { ok: false, reason: "decided", quote };
    const versions: Versions = [id, ...(await earlierVersions(tx, quote))];
    await awaitDiary(tx);
    const plan = await planEnd(tx, versions, (most) => keptOf(quote, cancellation, most));
    const kept = keptOf(quote, cancellation, plan.keepable);
    const most = plan.keepable ?? toCents(quote.totalAmount);
    if (!(kept <= most)) return { ok: false, reason: "amount", quote, most };
    const seen = fingerprintOf(plan, kept, next);
    const isBegun = (await findNextVersion(tx, id))?.id !== next?.id;
    const shown = { ...plan, kept, withdraws: next !== undefined };
    if (cancellation.seen !== seen || isBegun)
      return { ok: false, reason: "unseen", quote, plan: shown, seen };
    if (next) await withdrawLocked(tx, by, next, now);
    const ended = await endBooking(tx, by, { id, kept, cancellation }, now);
    const { reason } = cancellation;
    await expireConfirmations(tx, versions, now);
    const settled = await settle(tx, versions, kept, { reason, by: by.email }, now);
    await emailCancellation(tx, ended, { cancellation, settled, kept }, now);
    return { ok: true, quote: ended };
  });
}

export function cancellationSays(plan: CancellationPlan): string[] {
  const { voided, credited, drafts, withdraws, kept, toRefund, keepable } = plan;
  const numbers = allOf(voided.map(({ number }) => number!));
  return [
    ...(voided.length > 0 ? [`${numbers} will be void.`] : []),
    ...credited.map(
      ({ invoice, amount }) => `A credit note takes ${formatMoney(amount)} off ${invoice.number}.`,
    ),
    ...drafts.map(({ total }) => `The draft over ${formatMoney(total)} is deleted.`),
    ...(withdraws ? ["The new version is withdrawn, too."] : []),
    kept > 0 ? `You keep ${formatMoney(kept)}.` : "You keep nothing.",
    ...(toRefund > 0
      ? [`${formatMoney(toRefund)} goes back to the client: send it, then record the refund.`]
      : []),
    ...(keepable !== null ? [] : ["It has no invoices, so what was paid isn't known here."]),
  ];
}

async function lockNextVersion(tx: Db, id: string): Promise<Quote | undefined> {
  const next = await findNextVersion(tx, id);
  const locked = next && (await lockQuote(tx, next.id));
  // It may have been accepted meanwhile: then it no longer waits for an answer.
  return locked && isUndecided(locked) ? locked : undefined;
}

/** @param most null where no invoice says what was paid */
function keptOf(quote: Quote, { keep, amount }: Cancellation, most: Cents | null): Cents {
  if (keep === "nothing") return 0;
  if (keep === "amount") return amount;
  const { deposit } = acceptedPrice(quote);
  return most === null ? deposit : Math.min(deposit, most);
}

function fingerprintOf(plan: SettlementPlan, kept: Cents, next: Quote | undefined): string {
  const invoices = plan.accounts.map(({ number, paid, credited }) =>
    [number, paid, credited].join(":"),
  );
  const drafts = plan.drafts.map(({ id, total }) => [id, total].join(":"));
  return [kept, ...invoices, ...drafts, next?.id ?? ""].join(" ");
}

async function endBooking(
  tx: Db,
  by: Owner,
  { id, kept, cancellation }: { id: string; kept: Cents; cancellation: Cancellation },
  now: Date,
): Promise<Quote> {
  const ended = await updateQuote(tx, id, {
    acceptedAt: null,
    rejectedAt: now,
    closedAs: "cancelled",
    keptAmount: fromCents(kept),
  });
  const { cancelledBy, reason } = cancellation;
  await recordEvent(tx, id, "cancelled", by.email, now, { cancelledBy, reason, kept });
  await followQuote(tx, ended, now);
  return ended;
}

async function emailCancellation(
  tx: Db,
  quote: Quote,
  { cancellation, settled, kept }: { cancellation: Cancellation; settled: Settled; kept: Cents },
  now: Date,
): Promise<void> {
  const link = quote.slug && quoteUrl(quote.slug);
  const isPast = quote.eventDate !== null && hasEnded(quote.eventDate, now);
  const invitation = isPast ? {} : cancelledInvitation(quote, now);
  const isInCalendar = "invitation" in invitation;
  const props = { quote, cancellation, settled, kept, link, isInCalendar };
  await emailClient(tx, quote, {
    kind: "booking-cancelled",
    subject: `Your booking is cancelled: ${quoteTitle(quote)}`,
    body: <BookingCancelled {...props} />,
    attachments: settled.creditNotes.map((creditNote) => creditNote.id),
    ...invitation,
  });
}

type Props = {
  quote: Quote;
  cancellation: Cancellation;
  settled: Settled;
  kept: Cents;
  link: string | null;
  isInCalendar: boolean;
};

function BookingCancelled(props: Props) {
  const { quote, cancellation, settled, link } = props;
  const { cancelledBy, reason } = cancellation;
  const { eventDate, clientName } = quote;
  const booking = `your booking for ${quoteTitle(quote)}${eventDate ? ` on ${longDay(eventDate)}` : ""}`;
  const opening =
    cancelledBy === "client"
      ? `As you asked, I've cancelled ${booking}.`
      : `I'm sorry, I've had to cancel ${booking}.`;
  return (
    <EmailLayout preview={moneySentences(props).at(-1)!} signed>
      <Heading>Your booking is cancelled</Heading>
      <Text>Hi {firstNameOf(clientName)},</Text>
      <Text>{opening}</Text>
      <Text>{reason}</Text>
      {[...cancelledSentence(settled.voided), ...moneySentences(props)].map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
      <Text>
        {props.isInCalendar && "The attached entry takes it out of your calendar. "}
        If anything looks wrong or you have a question, just reply.
      </Text>
      {link && <Action href={link}>View your quote</Action>}
    </EmailLayout>
  );
}

function moneySentences({ settled, kept, cancellation: { keep } }: Props): string[] {
  const { creditNotes, toRefund } = settled;
  return [
    ...creditNotes.map(creditSentence),
    ...(kept > 0
      ? [
          keep === "deposit"
            ? `I'm keeping the deposit, ${formatMoney(kept)}.`
            : `I'm keeping ${formatMoney(kept)} of what you've paid.`,
        ]
      : []),
    ...(toRefund > 0
      ? [`${formatMoney(toRefund)} is coming back to you. Just reply and tell me where to send it.`]
      : []),
    "There's nothing more to pay.",
  ];
}
