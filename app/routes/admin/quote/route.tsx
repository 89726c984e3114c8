import { randomUUID } from "node:crypto";
import { href, Link } from "react-router";
import type { ReactNode } from "react";
import { showInSentence } from "#app/features/diary/overlaps.server.ts";
import { agreementMoney } from "#app/features/invoices/acceptance-invoices.server.ts";
import { InvoicePanel } from "#app/features/invoices/admin/invoice-panel.tsx";
import { getInvoicesPanel } from "#app/features/invoices/lists.server.ts";
import { missingInvoices } from "#app/features/quotes/invoicing.server.tsx";
import { reversibleDecision } from "#app/features/quotes/decisions.server.ts";
import { beginQuoteEmail } from "#app/features/quotes/sending.server.ts";
import { eventOverlaps } from "#app/features/quotes/diary.server.ts";
import {
  isOpen,
  quoteState,
  type Quote,
  type QuoteState,
  quoteStateLabels,
  quoteTitle,
  shortId,
} from "#app/features/quotes/model.ts";
import {
  getEnquiry,
  getQuote,
  getQuoteHistory,
  getVersions,
} from "#app/features/quotes/queries.server.ts";
import { getReminderStatus } from "#app/features/reminders/plan.server.ts";
import { RemindersAhead } from "#app/features/reminders/reminder-status.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { DetailColumns, Parts } from "#app/ui/admin/page.tsx";
import { hasEnded, melbourneDay, shortDay } from "#app/values/calendar.ts";
import { reloadAfterAnswer } from "#app/ui/form-toasts.ts";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { loadRecord } from "#app/routes/admin/load.server.ts";
import { OnDay, When, useToday } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { QuoteStatusBadge } from "#app/features/quotes/admin/status-badge.tsx";
import { QuoteActions, OtherVersions, ActionOutcome } from "./actions.tsx";
import { SendQuoteForm, CancelBooking, CreateInvoices } from "./forms.tsx";
import { QuotedEvent, QuoteFacts, QuoteHistory, asText } from "./facts.tsx";
import type { Route } from "./+types/route";
import { answerQuoteForms, type QuoteFormState } from "./actions.server.ts";

export const handle = { title: "Quote Details" };

const missing = {
  message: "Quote not found.",
  back: { to: href("/admin/quotes"), label: "Back to Quotes" },
};

export function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  return loadRecord("Failed to load quote details.", missing, async () => {
    const quote = await getQuote(db, by, params.id);
    if (!quote) return null;
    const state = quoteState(quote, new Date());
    const { sending, email } = await beginQuoteEmail(db, by, quote);
    return {
      quote,
      state,
      isPast: quote.eventDate !== null && hasEnded(quote.eventDate, new Date()),
      reversible: (await reversibleDecision(db, by, quote)) !== null,
      versions: await getVersions(db, by, quote),
      money: await agreementMoney(db, by, quote.id),
      notInvoiced: state === "accepted" ? await missingInvoices(db, by, quote) : 0,
      overlaps: isOpen(quote) ? showInSentence(await eventOverlaps(db, quote)) : null,
      panel: await getInvoicesPanel(db, by, { quoteId: quote.id }),
      enquiry: quote.enquiryId && (await getEnquiry(db, by, quote.enquiryId)),
      sending,
      email: state === "draft" || state === "pending" ? email : null,
      reminders: await getReminderStatus(db, by, { kind: "quote", id: quote.id }),
      sendKey: randomUUID(),
      history: await getQuoteHistory(db, by, quote.id),
    };
  });
}

export const action = answerQuoteForms;

export const clientAction = showAnswer<QuoteFormState>;

export const shouldRevalidate = reloadAfterAnswer;

export default function QuoteDetails({ loaderData, actionData }: Route.ComponentProps) {
  const { quote, state, email, enquiry, panel, history } = loaderData;
  const isDraft = state === "draft";
  return (
    <article className="group/quote flex flex-col gap-8">
      <QuoteHeader quote={quote} state={state} events={history.events}>
        <QuoteActions {...loaderData} />
      </QuoteHeader>
      <RemindersAhead status={loaderData.reminders} />
      <ActionOutcome id={quote.id} outcome={actionData} />
      <OtherVersions versions={loaderData.versions} />
      <DetailColumns
        side={
          <>
            {isDraft && <QuotedEvent quote={quote} />}
            <QuoteFacts quote={quote} enquiry={enquiry && <EnquiryLink enquiry={enquiry} />} />
            <QuoteHistory {...history} state={state} clientEmail={quote.clientEmail} />
          </>
        }
      >
        {email && (
          <SendQuoteForm
            key={[quote.updatedAt, quote.sentAt].map(Number).join()}
            quote={quote}
            sending={loaderData.sending}
            email={email}
            sendKey={loaderData.sendKey}
            posted={actionData}
          />
        )}
        {(state === "accepted" || panel.invoices.length > 0) && (
          <InvoicePanel panel={panel}>
            {loaderData.notInvoiced > 0 && (
              <CreateInvoices quote={quote} missing={loaderData.notInvoiced} />
            )}
          </InvoicePanel>
        )}
        {!isDraft && <QuotedEvent quote={quote} />}
        {state === "accepted" && <CancelBooking {...loaderData} posted={actionData} />}
      </DetailColumns>
    </article>
  );
}

type HeaderProps = {
  quote: Quote;
  state: QuoteState;
  events: readonly { kind: string; data: Record<string, unknown> }[];
  children: ReactNode;
};

const headerClass = "grid items-center gap-x-6 lg:grid-cols-[auto_minmax(0,1fr)_auto]";
const standingClass = "mt-1 text-soft lg:col-span-2";

function QuoteHeader({ quote, state, events, children }: HeaderProps) {
  const reason = state === "declined" && reasonOf(events);
  return (
    <header className={headerClass}>
      <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-base lg:col-span-full">
        <Link to={href("/admin/quotes")} className="link py-2.5 lg:py-0">
          Back to Quotes
        </Link>
        <span className="text-soft">Quote Details #{shortId(quote)}</span>
      </p>
      <h1 className="display-3 wrap-anywhere lg:col-span-full">
        {quoteTitle(quote)} <span className="inline-block text-soft">for {quote.clientName}</span>
      </h1>
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 font-display text-2xl tabular-nums">
        {formatMoney(toCents(quote.totalAmount))}
        <span className="font-sans leading-none">
          <QuoteStatusBadge state={state} />
        </span>
      </p>
      <p className={standingClass}>
        <Parts of={standingOf(quote, state)} />
      </p>
      {reason && (
        <q className="mt-3 block max-w-prose wrap-anywhere lg:col-span-full lg:row-start-5">
          {reason}
        </q>
      )}
      {children}
    </header>
  );
}

const reasonOf = (events: HeaderProps["events"]) =>
  asText(events.findLast(({ kind }) => kind === "declined")?.data.reason);

function standingOf(quote: Quote, state: QuoteState): ReactNode[] {
  const until = quote.validUntil ? <OnDay day={quote.validUntil} /> : null;
  switch (state) {
    case "draft":
      return ["Not sent yet", <>last changed {<When at={quote.updatedAt ?? quote.createdAt} />}</>];
    case "pending":
      return until ? [...emailed(quote), lastOf(<>valid until {until}</>)] : emailed(quote);
    case "expired":
      return [...emailed(quote), lastOf(<>expired on {until}</>)];
    case "accepted":
      return [quote.acceptedAt && <>Accepted {<When at={quote.acceptedAt} />}</>];
    case "cancelled":
      return [
        quote.rejectedAt && <>Cancelled {<When at={quote.rejectedAt} />}</>,
        `${formatMoney(toCents(quote.keptAmount ?? "0"))} kept`,
      ];
    default:
      return [
        quote.rejectedAt && (
          <>
            {quoteStateLabels[state]} {state === "declined" && "by the client "}
            <When at={quote.rejectedAt} />
          </>
        ),
      ];
  }
}

const lastOf = (part: ReactNode) => (
  <span className="inline-block max-[28rem]:first-letter:uppercase">{part}</span>
);

function emailed({ sentAt, createdAt, views }: Quote): ReactNode[] {
  return [
    sentAt ? <>Sent {<When at={sentAt} />}</> : <>Created {<When at={createdAt} />}</>,
    views > 0 ? `opened ${views === 1 ? "once" : countOf(views, "time")}` : "not opened yet",
  ];
}

function EnquiryLink({ enquiry }: { enquiry: { id: string; createdAt: Date } }) {
  const today = useToday();
  return (
    <Link
      to={`${href("/admin/inbox/:id", { id: enquiry.id })}?show=all`}
      className="link"
      suppressHydrationWarning
    >
      From an enquiry of {shortDay(melbourneDay(enquiry.createdAt), today)}
    </Link>
  );
}
