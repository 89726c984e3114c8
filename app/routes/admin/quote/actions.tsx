import { Form, href, Link } from "react-router";
import { PageLink } from "#app/ui/admin/access.tsx";
import { useEffect, useRef } from "react";
import type { ShownOverlaps } from "#app/features/diary/overlaps.server.ts";
import { ComposeButton } from "#app/features/email/admin/composer.tsx";
import type { AgreementMoney } from "#app/features/ledger/sale-invoices.server.ts";
import type { Quote, QuoteState } from "#app/features/quotes/model.ts";
import type { Sending } from "#app/features/quotes/sending.server.ts";
import { ConfirmedAction } from "#app/ui/confirmed-action.tsx";
import { type Cents, formatMoney, toCents } from "#app/values/money.ts";
import { allOf } from "#app/values/wording.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { SubmitButton } from "#app/ui/admin/form.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { openFolded, OpenSendForm, cancelFormId } from "./forms.tsx";

type Possibilities = {
  state: QuoteState;
  sending: Sending;
  reversible: boolean;
  versions: NearVersions;
  money: AgreementMoney;
  overlaps: ShownOverlaps | null;
};

const small = "px-4! max-lg:min-h-11!";
const quiet = `button quiet ${small}`;
/** Aligns its text, not its invisible edge, with the page's content. */
const away = `button quiet away ${small} lg:-mr-[1.0625rem]`;
const primary = `button ${small} max-sm:col-span-2`;
/** Outlined while its form is open: the button in the form sends. */
const leading = [
  primary,
  "group-has-[[open]>#send]/quote:border-edge group-has-[[open]>#send]/quote:bg-transparent",
  "group-has-[[open]>#send]/quote:text-ink",
].join(" ");
/** Hidden while a draft's form is open right below. */
const toDraftForm = `${primary} group-has-[[open]>#send]/quote:hidden`;
const rare = "link cursor-pointer py-2.5 text-base";
const rareAway = "button quiet away min-h-11! px-0! py-0! text-base";

const groupClass =
  "no-print mt-6 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap " +
  "lg:col-span-2 lg:col-start-2 lg:row-start-3 lg:mt-2 lg:justify-end";
const rareClass =
  "no-print mt-2 flex flex-wrap gap-x-6 lg:col-start-3 lg:row-start-4 lg:mt-0 lg:justify-end";

const menuClass =
  "absolute z-10 flex w-max flex-col items-start rounded-sm border border-line bg-surface px-4 py-2 " +
  "shadow-lg lg:right-0";

/** Primary is what the owner does most with a quote in this state; what is rare is folded. */
export function QuoteActions({
  quote,
  state,
  sending,
  reversible,
  versions,
  money,
  overlaps,
}: Possibilities & { quote: Quote }) {
  const open = state === "pending" || state === "expired";
  const sendable = state === "pending" || state === "draft";
  const editable = open || state === "draft";
  const isComposeAlone = !sendable && !open && (state !== "accepted" || versions.next);
  // Leaves no button below alone in a row.
  const toAccept = state === "expired" ? `${quiet} max-sm:col-span-2` : quiet;
  const question = { quote, state, money, overlaps, className: quiet };
  return (
    <>
      <div className={`${groupClass} ${isComposeAlone ? "max-sm:*:last:col-span-2" : ""}`}>
        {sendable && (
          <OpenSendForm sending={sending} className={quote.draft ? toDraftForm : leading} />
        )}
        {state === "expired" && (
          <EditLink id={quote.id} className={primary}>
            Renew
          </EditLink>
        )}
        {open && <DecisionQuestion decision="accepted" {...question} className={toAccept} />}
        {sendable && (
          <EditLink id={quote.id} className={quiet}>
            Edit
          </EditLink>
        )}
        <ComposeButton
          kind="quotes"
          id={quote.id}
          className={`${editable ? quiet : `button ${small}`} h-full w-full`}
        >
          Compose Email
        </ComposeButton>
        {state === "accepted" && !versions.next && (
          <Form method="post">
            <SubmitButton
              name="intent"
              value="new-version"
              loading="Starting a new version..."
              done="Draft of the new version ready."
              className={`${quiet} h-full w-full`}
            >
              New Version
            </SubmitButton>
          </Form>
        )}
        {open && <DecisionQuestion decision="rejected" {...question} className={away} />}
      </div>
      <div className={rareClass}>
        {quote.slug && (
          <a
            href={href("/quotes/:slug?", { slug: quote.slug })}
            target="_blank"
            rel="noopener noreferrer"
            className={rare}
          >
            View Public Quote<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <details className="relative max-lg:order-first">
          <summary className={rare}>More</summary>
          <div className={menuClass}>
            <PageLink to={`${href("/admin/quotes/new")}?copy=${quote.id}`} className={rare}>
              Duplicate
            </PageLink>
            {state === "accepted" && (
              <a
                href={`#${cancelFormId}`}
                className={rare}
                onClick={(event) => {
                  event.currentTarget.closest("details")!.open = false;
                  openFolded(cancelFormId, "reason")(event);
                }}
              >
                Cancel This Booking
              </a>
            )}
            {reversible && <DecisionQuestion decision="reverse" {...question} className={rare} />}
            {editable && (
              <DecisionQuestion decision="withdraw" {...question} className={rareAway} />
            )}
          </div>
        </details>
      </div>
    </>
  );
}

type EditLinkProps = { id: string; className: string; children: string };

function EditLink({ id, className, children }: EditLinkProps) {
  return (
    <PageLink to={href("/admin/quotes/:id/edit", { id })} className={className}>
      {children}
    </PageLink>
  );
}

type Decision = "accepted" | "rejected" | "withdraw" | "reverse";

type QuestionProps = {
  decision: Decision;
  quote: Quote;
  state: QuoteState;
  money: AgreementMoney;
  overlaps: ShownOverlaps | null;
  className: string;
};

function DecisionQuestion({ decision, quote, state, money, overlaps, className }: QuestionProps) {
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
      loading={decision === "withdraw" ? "Withdrawing quote..." : "Updating status..."}
      {...(isStatus && { failure: `Failed to update quote status to ${decision}` })}
      values={{
        ...(isStatus ? { decision, version: quote.version } : { intent: decision }),
        ...(decision === "accepted" && overlaps && { over: overlaps.keys.join(" ") }),
      }}
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

type NearVersions = { before: string | null; next: { id: string; draft: boolean } | null };

export function OtherVersions({ versions: { before, next } }: { versions: NearVersions }) {
  return (
    <>
      {before && (
        <VersionNote id={before} link="Open the accepted quote">
          This is a new version. The accepted quote stays in force until the client accepts this
          one.
        </VersionNote>
      )}
      {next && (
        <VersionNote id={next.id} link="Open the new version">
          {next.draft
            ? "You've started a new version of this quote."
            : "The client has a new version of this quote, under the same link."}
        </VersionNote>
      )}
    </>
  );
}

function VersionNote({ id, link, children }: { id: string; link: string; children: string }) {
  return (
    <p className="border-l-4 border-brass bg-raised p-4">
      {children}{" "}
      <Link to={href("/admin/quotes/:id", { id })} className="link">
        {link}
      </Link>
    </p>
  );
}

/** Takes the focus: the pressed button may have gone. */
export function ActionOutcome({ id, outcome }: { id: string; outcome: FormState | undefined }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (outcome) message.current?.focus();
  }, [outcome]);
  if (!outcome?.message) return null;
  return (
    <div ref={message} tabIndex={-1}>
      <FormMessage ok={outcome.ok}>
        <p>{(outcome.ok && outcome.detail) || outcome.message}</p>
        {!outcome.ok && (
          <a className="link" href={href("/admin/quotes/:id", { id })}>
            Reload this page
          </a>
        )}
      </FormMessage>
    </div>
  );
}

export function paidFirstMessage(paid: Cents): string {
  return (
    `${formatMoney(paid)} has been paid for this quote, so it can't be reversed. ` +
    "If it's off, cancel the booking: that settles what you keep and what goes back."
  );
}
