import { type InvoiceState, invoiceStateLabels } from "#app/features/invoices/model.ts";
import { Badge, type Tone } from "#app/ui/badge.tsx";

const tones: Record<InvoiceState, Tone> = {
  draft: "quiet",
  open: "waiting",
  "part-paid": "waiting",
  overdue: "bad",
  paid: "good",
  refunded: "waiting",
  credited: "good",
  void: "quiet",
  "credit-note": "quiet",
};

/** The state comes from the server: hydration after midnight must not differ. */
export function InvoiceBadge({ state }: { state: InvoiceState }) {
  return <Badge tone={tones[state]}>{invoiceStateLabels[state]}</Badge>;
}
