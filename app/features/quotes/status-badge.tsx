import { Badge } from "#app/ui/badge.tsx";
import { type Quote, quoteState, type QuoteState, stateLabels } from "./model.ts";

const tones: Record<QuoteState, "good" | "bad" | "waiting"> = {
  draft: "waiting",
  pending: "waiting",
  expired: "bad",
  accepted: "good",
  rejected: "bad",
  declined: "bad",
  withdrawn: "bad",
  replaced: "bad",
};

/** @param now when the page was asked for, in milliseconds: server and browser must not disagree at midnight */
export function QuoteStatusBadge({ quote, now }: { quote: Pick<Quote, "acceptedAt" | "rejectedAt" | "closedAs" | "draft" | "validUntil">; now: number }) {
  const state = quoteState(quote, new Date(now));
  return <Badge tone={tones[state]}>{stateLabels[state]}</Badge>;
}
