import { Fragment, type ReactNode } from "react";
import { href, Link } from "react-router";
import { type Quote, type QuoteState, quoteTitle, shortId } from "#app/features/quotes/model.ts";
import { OnDay, When } from "#app/ui/admin/when.tsx";
import { countOf } from "#app/values/wording.ts";
import { formatMoney, toCents } from "#app/values/money.ts";
import { QuoteStatusBadge } from "./status-badge.tsx";

type HeaderProps = { quote: Quote; state: QuoteState; children: ReactNode };

/** What it is, whose, how much and how it stands; the actions beside it. */
export function QuoteHeader({ quote, state, children }: HeaderProps) {
  const standing = standingOf(quote, state);
  return (
    <header className="flex flex-col gap-6 lg:flex-row lg:items-start lg:justify-between lg:gap-10">
      <div className="min-w-0 wrap-anywhere">
        <p className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-base">
          <Link to={href("/admin/quotes")} className="link py-2.5 lg:py-0">
            Back to Quotes
          </Link>
          <span className="text-soft">Quote Details #{shortId(quote)}</span>
        </p>
        <h1 className="text-3xl">
          {quoteTitle(quote)} <span className="inline-block text-soft">for {quote.clientName}</span>
        </h1>
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 font-display text-2xl tabular-nums">
          {formatMoney(toCents(quote.totalAmount))}
          <span className="font-sans leading-none">
            <QuoteStatusBadge state={state} />
          </span>
        </p>
        <p className="mt-1 text-soft">
          {standing.map((part, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts never move
            <Fragment key={index}>
              {index > 0 && " "}
              <span className="whitespace-nowrap">
                {part}
                {index < standing.length - 1 && " ·"}
              </span>
            </Fragment>
          ))}
        </p>
      </div>
      {children}
    </header>
  );
}

function standingOf(quote: Quote, state: QuoteState): ReactNode[] {
  const until = quote.validUntil ? <OnDay day={quote.validUntil} /> : null;
  switch (state) {
    case "draft":
      return ["Not sent yet", <>last changed {<When at={quote.updatedAt ?? quote.createdAt} />}</>];
    case "pending":
      return [...emailed(quote), until ? <>valid until {until}</> : "no end date"];
    case "expired":
      return [...emailed(quote), <>expired on {until}</>];
    case "accepted":
      return [quote.acceptedAt && <>Accepted {<When at={quote.acceptedAt} />}</>];
    default:
      return [quote.rejectedAt && <>Closed {<When at={quote.rejectedAt} />}</>];
  }
}

function emailed({ sentAt, createdAt, views }: Quote): ReactNode[] {
  return [
    sentAt ? <>Sent {<When at={sentAt} />}</> : <>Created {<When at={createdAt} />}</>,
    views > 0 ? `opened ${views === 1 ? "once" : countOf(views, "time")}` : "not opened yet",
  ];
}
