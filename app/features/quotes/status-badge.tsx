import { Badge } from "#app/ui/badge.tsx";
import { quoteStatus, type QuoteStatus, statusLabels, type Quote } from "./model.ts";

const tones: Record<QuoteStatus, "good" | "bad" | "waiting"> = { accepted: "good", rejected: "bad", pending: "waiting" };

export function QuoteStatusBadge({ quote }: { quote: Pick<Quote, "acceptedAt" | "rejectedAt"> }) {
  const status = quoteStatus(quote);
  return <Badge tone={tones[status]}>{statusLabels[status]}</Badge>;
}
