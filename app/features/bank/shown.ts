import type { Day } from "#app/values/calendar.ts";
import { type Cents, formatMoney } from "#app/values/money.ts";
import { tokenOf } from "./booking-token.ts";
import type { PayableInvoice, Proposal, ProposalKind, Unmatched } from "./proposals.ts";
import { grouped } from "#app/values/older-browsers.ts";

export type NamedInvoice = { id: string; number: string | null; buyerName: string };

export type ShownLine = {
  id: number;
  day: Day;
  amount: Cents;
  text: string;
  token: string;
  invoices: NamedInvoice[];
  note: string;
};

export type LineGroup = ProposalKind | "unmatched";
const lineGroups = ["certain", "part", "over", "likely", "unmatched"] as const;

export const groupLabels: Record<LineGroup, string> = {
  certain: "Certain",
  part: "Part payments",
  over: "Overpayments",
  likely: "Likely",
  unmatched: "Unmatched",
};

export const groupNotes: Record<LineGroup, string> = {
  certain: "The reference is there and the amount is exactly what is owed.",
  part: "The reference is there, but the amount is less than what is owed.",
  over: "The reference is there, but the amount is more than what is owed.",
  likely: "No exact match, but the amount and the name or one of the references fit.",
  unmatched: "Choose the invoice each one pays, or say that it isn't for an invoice.",
};

/** Lines shown of a group; all shown certain ones are booked at once. */
const shownOf = (group: LineGroup) => (group === "certain" ? 200 : 100);

type ProposedLine = {
  id: number;
  day: Day;
  amount: Cents;
  text: string;
  proposal: Proposal | Unmatched;
};

export type ShownGroup = { group: LineGroup; count: number; lines: ShownLine[] };

/** By proposal, latest first. */
export function groupLines(lines: readonly ProposedLine[]): ShownGroup[] {
  const groups = grouped(lines, ({ proposal }) => proposal.kind);
  return lineGroups.flatMap((group) => {
    const all = (groups.get(group) ?? []).toReversed();
    const shown = all.slice(0, shownOf(group));
    if (all.length === 0) return [];
    return [{ group, count: all.length, lines: shown.map(toShown) }];
  });
}

function toShown(line: ProposedLine): ShownLine {
  const { id, day, amount, text, proposal } = line;
  const invoices = proposal.kind === "unmatched" ? [] : proposal.parts.map((part) => part.invoice);
  return {
    id,
    day,
    amount,
    text,
    token: tokenOf(line),
    invoices: invoices.map((invoice) => ({
      id: invoice.id,
      number: invoice.number,
      buyerName: invoice.buyerName,
    })),
    note: noteOf(proposal),
  };
}

function noteOf(proposal: Proposal | Unmatched): string {
  if (proposal.kind === "unmatched") return proposal.named ? closedNote(proposal.named) : "";
  const { left, named } = proposal;
  if (named) return `It names ${named.number}, but this is what's left to pay here.`;
  if (left > 0) return `${formatMoney(left)} would still be owed.`;
  return left < 0 ? `${formatMoney(-left)} too much.` : "";
}

function closedNote({ number, voidedAt }: PayableInvoice): string {
  return voidedAt
    ? `It names ${number}, which was voided.`
    : `It names ${number}, which is already paid.`;
}

export function invoiceOption(invoice: NamedInvoice, rest: Cents): string {
  return [invoice.number, invoice.buyerName, formatMoney(rest)].filter(Boolean).join(" · ");
}
