import { Form, href, Link } from "react-router";
import type { ShownOverlaps } from "#app/features/diary/overlap-words.server.ts";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import type { AgreementMoney } from "#app/features/invoices/acceptance-invoices.server.ts";
import type { Quote, QuoteState } from "#app/features/quotes/model.ts";
import type { Sending } from "#app/features/quotes/reminder.ts";
import { cancelFormId } from "./cancel-booking.tsx";
import { DecisionQuestion } from "./decision-question.tsx";
import type { NearVersions } from "./quote-versions.tsx";
import { openFolded, OpenSendForm } from "./open-send-form.tsx";

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

const groupClass = [
  "no-print mt-6 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap",
  "lg:col-span-2 lg:col-start-2 lg:row-start-3 lg:mt-2 lg:justify-end",
].join(" ");
const rareClass = [
  "no-print mt-2 flex flex-wrap gap-x-6",
  "lg:col-start-3 lg:row-start-4 lg:mt-0 lg:justify-end",
].join(" ");

/** Primary is what the owner does most with a quote in this state; what is rare is a link. */
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
  const isComposeAlone = !sendable && !open && (state !== "accepted" || versions.next);
  // Leaves no button below alone in a row.
  const toAccept = state === "expired" ? `${quiet} max-sm:col-span-2` : quiet;
  const question = { quote, state, money, overlaps, busy, className: quiet };
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
            <button
              type="submit"
              name="intent"
              value="new-version"
              disabled={busy}
              className={`${quiet} h-full w-full`}
            >
              New Version
            </button>
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
        <Link to={`${href("/admin/quotes/new")}?copy=${quote.id}`} className={rare}>
          Duplicate
        </Link>
        {state === "accepted" && (
          <a
            href={`#${cancelFormId}`}
            className={rare}
            onClick={openFolded(cancelFormId, "reason")}
          >
            Cancel This Booking
          </a>
        )}
        {reversible && <DecisionQuestion decision="reverse" {...question} className={rare} />}
        {editable && <DecisionQuestion decision="withdraw" {...question} className={rareAway} />}
      </div>
    </>
  );
}

function EditLink({
  id,
  className,
  children,
}: {
  id: string;
  className: string;
  children: string;
}) {
  return (
    <Link to={href("/admin/quotes/:id/edit", { id })} className={className}>
      {children}
    </Link>
  );
}
