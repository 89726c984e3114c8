import { Badge, type Tone } from "#app/ui/badge.tsx";
import { type QuoteState, quoteStateLabels } from "#app/features/quotes/model.ts";

const tones: Record<QuoteState, Tone> = {
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

/** The state comes from the server: a page hydrated after midnight must not differ. */
export function QuoteStatusBadge({ state }: { state: QuoteState }) {
  return <Badge tone={tones[state]}>{quoteStateLabels[state]}</Badge>;
}
