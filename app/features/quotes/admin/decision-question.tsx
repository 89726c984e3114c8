import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import type { Quote, QuoteState } from "#app/features/quotes/model.ts";
import type { AgreementMoney } from "#app/features/invoices/acceptance-invoices.server.ts";
import { paidFirstMessage, type QuoteIntent } from "#app/features/quotes/toasts.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { formatMoney, toCents } from "#app/values/money.ts";
import { allOf } from "#app/values/wording.ts";

type Decision = "accepted" | "rejected" | Extract<QuoteIntent, "withdraw" | "reverse">;

type QuestionProps = {
  decision: Decision;
  quote: Quote;
  state: QuoteState;
  money: AgreementMoney;
  overlaps: ShownOverlaps | null;
  busy: boolean;
  className: string;
};

export function DecisionQuestion({
  decision,
  quote,
  state,
  money,
  overlaps,
  busy,
  className,
}: QuestionProps) {
  const isDraft = state === "draft";
  const copy = {
    accepted: {
      label: "Accept Quote",
      question: `Accept this quote for ${quote.clientName}?`,
      yes: overlaps ? "Yes, accept it anyway" : "Yes, accept it",
      says: [...(overlaps?.says ?? []), ...acceptanceSays(quote, state, money)],
    },
    rejected: {
      label: "Reject Quote",
      question: "Reject this quote?",
      yes: "Yes, reject it",
      says: [...closingSays(quote), "You can reverse this later."],
    },
    withdraw: {
      label: isDraft ? "Discard Draft" : "Withdraw Quote",
      question: isDraft ? "Discard this draft?" : "Withdraw this quote?",
      yes: isDraft ? "Yes, discard draft" : "Yes, withdraw quote",
      says: [...(isDraft ? [] : closingSays(quote)), "You can reopen it later."],
    },
    reverse: {
      label: "Reverse This Decision",
      question: "Reverse this decision?",
      yes: "Yes, reverse this decision",
      says: reversalSays(quote, state, money),
    },
  }[decision];
  const isStatus = decision === "accepted" || decision === "rejected";
  return (
    <ConfirmedAction
      id={`ask-${decision}`}
      label={copy.label}
      className={className}
      question={copy.question}
      yes={copy.yes}
      values={{
        ...(isStatus ? { decision, version: quote.version } : { intent: decision }),
        ...(decision === "accepted" && overlaps && { over: overlaps.keys.join(" ") }),
      }}
      busy={busy}
    >
      {copy.says.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </ConfirmedAction>
  );
}

function acceptanceSays(quote: Quote, state: QuoteState, { invoicing }: AgreementMoney): string[] {
  const amount = formatMoney(toCents(quote.totalAmount));
  return [
    `${emailGoesTo(quote)} that says this quote of ${amount} is accepted on their behalf.`,
    ...(invoicing ? ["Its invoices are issued, and the email says how to pay."] : []),
    ...(quote.replacesId ? ["It replaces the quote that was accepted before."] : []),
    ...(state === "expired" ? ["It has expired, but you can still accept it."] : []),
    "You can reverse this later. They'd get an email about that, too.",
  ];
}

function closingSays({ clientName, slug, replacesId }: Quote): string[] {
  const link = replacesId
    ? "The link shows the quote that was accepted before."
    : "The link shows that this quote is no longer open.";
  return [`${clientName} gets no email.`, ...(slug ? [link] : [])];
}

function reversalSays(quote: Quote, state: QuoteState, { issued, paid }: AgreementMoney): string[] {
  if (state === "accepted" && paid !== 0) return [paidFirstMessage(paid)];
  const again = "The quote is open again; its history keeps the decision.";
  return state === "accepted"
    ? [
        `${emailGoesTo(quote)} that says you've undone it.`,
        ...(issued.length > 0 ? [`${allOf(issued)} will be void.`] : []),
        again,
      ]
    : [`${quote.clientName} gets no email.`, again];
}

function emailGoesTo({ clientName, clientEmail }: Quote): string {
  return `${clientName} will get an email at ${clientEmail}`;
}
