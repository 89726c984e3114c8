import { Form, href, Link } from "react-router";
import type { FormState } from "#app/server/http/forms.server.ts";
import { Field, TextField } from "#app/ui/fields.tsx";
import { ErrorSummary } from "#app/ui/form-messages.tsx";
import { useFormErrors } from "#app/ui/use-form-errors.ts";
import { guardNames } from "#app/features/intake/model.ts";
import type { QuoteIntent } from "#app/features/quotes/toasts.ts";
import { type QuoteEmail, quoteEmailSchema } from "#app/features/quotes/draft-schema.ts";
import type { Quote, QuoteState } from "#app/features/quotes/model.ts";

type Versions = { before: string | null; next: { id: string; draft: boolean } | null };

type Possibilities = { state: QuoteState; reversible: boolean; versions: Versions };

/** Accept and Reject, and what else the owner may do with the quote as it stands. */
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
        <Act
          intent="withdraw"
          busy={busy}
          label={state === "draft" ? "Discard Draft" : "Withdraw Quote"}
          sure="It can be reopened later."
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
        <Act
          intent="reverse"
          busy={busy}
          label="Reverse This Decision"
          sure="The quote is open again, and its history keeps both."
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
        Copy
      </Link>
    </div>
  );
}

/** A step that is asked about once more before it is taken. */
function Act({
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

/** The quote that this one replaces, or the one that is about to replace it. */
export function OtherVersions({ versions: { before, next } }: { versions: Versions }) {
  return (
    <>
      {before && (
        <VersionNote id={before} link="Open the one before">
          This is a new version. What was accepted before stands until it is accepted.
        </VersionNote>
      )}
      {next && (
        <VersionNote id={next.id} link="Open the new one">
          {next.draft
            ? "A new version of this quote is being written."
            : "A new version of this quote is out, under the same link."}
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

/** The letter that brings the link, ready to be changed before it leaves. */
export function SendForm({
  quote,
  letter,
  sendKey,
  posted,
  busy,
}: {
  quote: Quote;
  letter: QuoteEmail;
  sendKey: string;
  posted: FormState | undefined;
  busy: boolean;
}) {
  const { errors, handlers } = useFormErrors(quoteEmailSchema, posted?.errors);
  const values = posted?.ok === false ? { ...letter, ...posted.values } : letter;
  return (
    <details
      className="no-print border-t border-line pt-5"
      open={quote.draft || posted?.errors !== undefined}
    >
      <summary className="display-3 cursor-pointer font-display">
        {quote.sentAt ? "Send the link again" : "Send to the client"}
      </summary>
      <Form method="post" className="mt-4 flex flex-col gap-4" {...handlers}>
        <input type="hidden" name={guardNames.key} value={sendKey} />
        <ErrorSummary errors={posted?.errors ? errors : {}} prefix="letter-" />
        <p className="text-soft">
          To {quote.clientEmail}. The link is added below the words as a button;{" "}
          <code>{"{{quote_link}}"}</code> puts it into them.
        </p>
        <Field
          name="subject"
          id="letter-subject"
          label="Subject"
          defaultValue={values.subject}
          error={errors.subject}
        />
        <TextField
          name="body"
          id="letter-body"
          label="Letter"
          rows={10}
          defaultValue={values.body}
          error={errors.body}
        />
        <p>
          <button type="submit" name="intent" value="send" disabled={busy} className="button">
            {quote.sentAt ? "Send Again" : "Send Quote"}
          </button>
        </p>
      </Form>
    </details>
  );
}
