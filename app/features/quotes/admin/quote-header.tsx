import type { ReactNode } from "react";
import { href, Link } from "react-router";
import {
  type Quote,
  type QuoteState,
  quoteStateLabels,
  quoteTitle,
  shortId,
} from "#app/features/quotes/model.ts";
import { Parts } from "#app/ui/admin/parts.tsx";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { asText } from "./quote-facts.tsx";
import { QuoteStatusBadge } from "./status-badge.tsx";

type HeaderProps = {
  quote: Quote;
  state: QuoteState;
  events: readonly { kind: string; data: Record<string, unknown> }[];
  children: ReactNode;
};

const headerClass = "grid items-center gap-x-6 lg:grid-cols-[auto_minmax(0,1fr)_auto]";
const standingClass = "mt-1 text-soft lg:col-span-2";

export function QuoteHeader({ quote, state, events, children }: HeaderProps) {
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
