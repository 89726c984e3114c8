import { Form, href, Link } from "react-router";
import type { QuoteIntent } from "#app/features/quotes/toasts.ts";
import type { Quote, QuoteState } from "#app/features/quotes/model.ts";
import type { Versions } from "./quote-versions.tsx";

type Possibilities = { state: QuoteState; reversible: boolean; versions: Versions };

export function QuoteActions({
  quote,
  state,
  reversible,
  versions,
  busy,
}: Possibilities & { quote: Quote; busy: boolean }) {
  const open = state === "pending" || state === "expired";
  const editable = open || state === "draft";
  return (
    <div className="no-print flex flex-wrap items-start gap-3">
      {open && (
        <Form method="post" className="flex flex-wrap gap-3">
          <input type="hidden" name="version" value={quote.version} />
          <button type="submit" name="decision" value="accepted" disabled={busy} className="button">
            Accept Quote
          </button>
          <button
            type="submit"
            name="decision"
            value="rejected"
            disabled={busy}
            className="button quiet"
          >
            Reject Quote
          </button>
        </Form>
      )}
      {editable && (
        <Link to={href("/admin/quotes/:id/edit", { id: quote.id })} className="button quiet">
          Edit
        </Link>
      )}
      {editable && (
        <ConfirmedAction
          intent="withdraw"
          busy={busy}
          label={state === "draft" ? "Discard Draft" : "Withdraw Quote"}
          sure="You can reopen it later."
        />
      )}
      {state === "accepted" && !versions.next && (
        <Form method="post">
          <button
            type="submit"
            name="intent"
            value="new-version"
            disabled={busy}
            className="button quiet"
          >
            Start a New Version
          </button>
        </Form>
      )}
      {reversible && (
        <ConfirmedAction
          intent="reverse"
          busy={busy}
          label="Reverse This Decision"
          sure="The quote is open again; its history keeps the decision."
        />
      )}
      {quote.slug && (
        <a
          href={href("/quotes/:slug?", { slug: quote.slug })}
          target="_blank"
          rel="noopener noreferrer"
          className="button quiet"
        >
          View Public Quote<span className="sr-only"> (opens in a new tab)</span>
        </a>
      )}
      <Link to={`${href("/admin/quotes/new")}?copy=${quote.id}`} className="button quiet">
        Duplicate
      </Link>
    </div>
  );
}

function ConfirmedAction({
  intent,
  label,
  sure,
  busy,
}: {
  intent: QuoteIntent;
  label: string;
  sure: string;
  busy: boolean;
}) {
  return (
    <details>
      <summary className="button quiet list-none">{label}</summary>
      <Form method="post" className="mt-2 border-l-4 border-brass bg-raised p-4">
        <p className="mb-2">{sure}</p>
        <button type="submit" name="intent" value={intent} disabled={busy} className="button">
          Yes, {label.toLowerCase()}
        </button>
      </Form>
    </details>
  );
}
