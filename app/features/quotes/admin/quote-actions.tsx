import { Form, href, Link } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import type { AgreementMoney } from "#app/features/invoices/acceptance-invoices.server.ts";
import type { Quote, QuoteState } from "#app/features/quotes/model.ts";
import type { Sending } from "#app/features/quotes/reminder.ts";
import { DecisionQuestion } from "./decision-question.tsx";
import type { Versions } from "./quote-versions.tsx";
import { OpenSendForm } from "./open-send-form.tsx";

type Possibilities = {
  state: QuoteState;
  sending: Sending;
  reversible: boolean;
  versions: Versions;
  money: AgreementMoney;
  overlaps: string | null;
};

const small = "px-4! max-lg:min-h-11!";
const quiet = `button quiet ${small}`;
const primary = `button ${small} max-sm:col-span-2`;
const rare = "link cursor-pointer py-2.5 text-base";

const groupClass = [
  "no-print grid grid-cols-2 gap-2",
  "sm:flex sm:flex-wrap lg:max-w-[42rem] lg:shrink-0 lg:justify-end",
].join(" ");
const rareClass = "col-span-2 flex flex-wrap gap-x-6 sm:w-full lg:justify-end";

/** One of them is primary: what the owner does most with a quote in this state. What is rare is a link. */
export function QuoteActions({
  quote,
  state,
  sending,
  reversible,
  versions,
  money,
  overlaps,
  busy,
}: Possibilities & { quote: Quote; busy: boolean }) {
  const open = state === "pending" || state === "expired";
  const sendable = state === "pending" || state === "draft";
  const editable = open || state === "draft";
  const question = { quote, state, money, overlaps, busy, className: quiet };
  return (
    <div className={groupClass}>
      {sendable && <OpenSendForm sending={sending} className={primary} />}
      {state === "expired" && <EditLink id={quote.id} className={primary} />}
      {open && <DecisionQuestion decision="accepted" {...question} />}
      {open && <DecisionQuestion decision="rejected" {...question} />}
      {sendable && <EditLink id={quote.id} className={quiet} />}
      <ComposeButton
        kind="quotes"
        id={quote.id}
        className={`${editable ? quiet : `button ${small}`} h-full w-full`}
      >
        Compose Email
      </ComposeButton>
      {state === "accepted" && !versions.next && (
        <Form method="post">
          <button
            type="submit"
            name="intent"
            value="new-version"
            disabled={busy}
            className={`${quiet} h-full w-full`}
          >
            Start a New Version
          </button>
        </Form>
      )}
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
        <Link to={`${href("/admin/quotes/new")}?copy=${quote.id}`} className={rare}>
          Duplicate
        </Link>
        {editable && <DecisionQuestion decision="withdraw" {...question} className={rare} />}
        {reversible && <DecisionQuestion decision="reverse" {...question} className={rare} />}
      </div>
    </div>
  );
}

function EditLink({ id, className }: { id: string; className: string }) {
  return (
    <Link to={href("/admin/quotes/:id/edit", { id })} className={className}>
      Edit
    </Link>
  );
}
