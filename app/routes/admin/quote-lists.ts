import type { Tone } from "#app/ui/badge.tsx";
import type { QuoteDate, QuoteList } from "#app/features/quotes/queries.server.ts";
import type { ListShape } from "#app/ui/admin/list-query.ts";
import type { Day } from "#app/values/calendar.ts";
import { toCents } from "#app/values/money.ts";
import {
  countedAmount,
  isUndecided,
  lastActivityOf,
  type Quote,
  type QuoteState,
  quoteState,
} from "#app/features/quotes/model.ts";
import { isPriceConsistent } from "#app/features/quotes/pricing.ts";

/** `date`: the list's own date, its default order and its column head. */
export const quoteLists = {
  accepted: {
    tab: "Accepted",
    heading: "All Accepted Quotes",
    empty: "No accepted quotes found yet.",
    date: { by: "newest", sort: "-newest", label: "Accepted On" },
  },
  pending: {
    tab: "Pending",
    heading: "Pending Quotes",
    empty: "No pending quotes found.",
    date: { by: "due", sort: "due", label: "Valid Until" },
  },
  drafts: {
    tab: "Drafts",
    heading: "Drafts",
    empty: "No drafts found.",
    date: { by: "changed", sort: "-changed", label: "Last Changed" },
  },
  expired: {
    tab: "Expired",
    heading: "Expired Quotes",
    empty: "No expired quotes found.",
    date: { by: "expired", sort: "-expired", label: "Expired On" },
  },
  rejected: {
    tab: "Rejected",
    heading: "Rejected Quotes",
    empty: "No rejected quotes found.",
    date: { by: "closed", sort: "-closed", label: "Rejected On" },
  },
  all: {
    tab: "All",
    heading: "All Quotes",
    empty: "No quotes found yet.",
    date: { by: "active", sort: "-active", label: "Last Activity" },
  },
} as const satisfies Record<QuoteList, object>;

export function quoteListShape(name: QuoteList): ListShape {
  const { by, sort, label } = quoteLists[name].date;
  return {
    sorts: {
      [by]: label,
      name: "Client Name",
      event: "Event Date",
      amount: "Total Amount",
    },
    sort,
    filters: {
      month: { label: name === "accepted" ? "Accepted in" : "Created in", of: "month" },
    },
  };
}

export type ListedQuote = ReturnType<typeof toListedQuote>;

export function toListedQuote(quote: Quote, name: QuoteList, now: Date) {
  const dates: Record<QuoteDate, Date | Day | null> = {
    newest: quote.acceptedAt,
    due: quote.validUntil,
    expired: quote.validUntil,
    changed: quote.updatedAt ?? quote.createdAt,
    closed: quote.rejectedAt,
    active: lastActivityOf(quote),
  };
  return {
    id: quote.id,
    clientName: quote.clientName,
    type: quote.invoiceType,
    title: quote.eventTitle,
    eventDate: quote.eventDate,
    total: toCents(countedAmount(quote)),
    priceMismatch: isUndecided(quote) && !isPriceConsistent(quote),
    state: quoteState(quote, now),
    date: dates[quoteLists[name].date.by],
  };
}

/** The state comes from the server: a page hydrated after midnight must not differ. */
export const quoteStateTones: Record<QuoteState, Tone> = {
  draft: "quiet",
  pending: "waiting",
  expired: "bad",
  accepted: "good",
  rejected: "bad",
  declined: "bad",
  withdrawn: "quiet",
  replaced: "quiet",
  cancelled: "bad",
};
