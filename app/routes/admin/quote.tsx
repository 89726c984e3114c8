import { data, Form, href, Link, useNavigation, type ShouldRevalidateFunctionArgs } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { type Decision, decideQuote } from "#app/features/quotes/commands.server.ts";
import { QuoteFacts, QuoteHistory } from "#app/features/quotes/quote-facts.tsx";
import { quoteStatus, shortId, statusLabels } from "#app/features/quotes/model.ts";
import { getQuote, getQuoteHistory } from "#app/features/quotes/queries.server.ts";
import { QuoteStatusBadge } from "#app/features/quotes/status-badge.tsx";
import { getDb } from "#app/server/db.server.ts";
import type { FormState } from "#app/server/http.server.ts";
import { log } from "#app/server/log.server.ts";
import { FormMessage } from "#app/ui/form.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/quote";
import { administrator } from "./administrator.server.ts";

export const handle = { title: "Quote Details" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const asker = administrator(context);
  try {
    const quote = await getQuote(getDb(), asker, params.id);
    if (!quote) return data({ quote: null, history: null, failed: false }, 404);
    return data({ quote, history: await getQuoteHistory(getDb(), asker, quote.id), failed: false });
  } catch (error) {
    log.error({ err: error }, "quote not loaded");
    return data({ quote: null, history: null, failed: true }, 503);
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const decision = (await request.formData()).get("decision");
  if (decision !== "accepted" && decision !== "rejected") return data<FormState>({ ok: false, message: "Choose Accept or Reject." }, 400);
  try {
    const outcome = await decideQuote(getDb(), administrator(context), params.id, decision);
    if (outcome.ok) return data<FormState>({ ok: true, message: `Quote status updated to ${decision}` });
    if (outcome.reason === "not-found") return data<FormState>({ ok: false, message: "Quote not found." }, 404);
    const now = statusLabels[quoteStatus(outcome.quote)].toLowerCase();
    return data<FormState>({ ok: false, message: `Nothing was changed: this quote was already ${now} meanwhile.` }, 409);
  } catch (error) {
    log.error({ err: error }, "quote not decided");
    return data<FormState>({ ok: false, message: `Failed to update quote status to ${decision}` }, 503);
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const decision = String((await request.clone().formData()).get("decision"));
  return withToasts(serverAction, {
    loading: "Updating status...",
    success: { title: `Quote status updated to ${decision}` },
    failure: { title: `Failed to update quote status to ${decision}` },
  });
}

/** After a refusal the quote is another than the page shows: always look again. */
export const shouldRevalidate = ({ formMethod, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) => formMethod === "POST" || defaultShouldRevalidate;

export default function QuoteDetails({ loaderData: { quote, history, failed }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!quote) {
    return (
      <div className="flex flex-col items-start gap-4">
        {failed && <p role="alert">Failed to load quote details.</p>}
        <p className="display-3 font-display">Quote not found.</p>
        <BackToQuotes />
      </div>
    );
  }
  return (
    <article className="flex max-w-3xl flex-col gap-8">
      <header className="flex flex-wrap items-center gap-4">
        <h1 className="display-3">Quote Details #{shortId(quote)}</h1>
        <QuoteStatusBadge quote={quote} />
      </header>
      {actionData?.message && <FormMessage ok={actionData.ok}>{actionData.message}</FormMessage>}
      <QuoteFacts quote={quote} />
      <div className="no-print flex flex-wrap gap-3">
        {quoteStatus(quote) === "pending" && (
          <Form method="post" className="flex flex-wrap gap-3">
            <Decide decision="accepted" busy={busy}>
              Accept Quote
            </Decide>
            <Decide decision="rejected" busy={busy}>
              Reject Quote
            </Decide>
          </Form>
        )}
        {quote.slug && (
          <a href={href("/quotes/:slug?", { slug: quote.slug })} target="_blank" rel="noopener noreferrer" className="button quiet">
            View Public Quote<span className="sr-only"> (opens in a new tab)</span>
          </a>
        )}
        <ComposeButton kind="quotes" id={quote.id} className="button quiet">
          Compose Email
        </ComposeButton>
        <BackToQuotes />
      </div>
      {history && <QuoteHistory {...history} />}
    </article>
  );
}

function Decide({ decision, busy, children }: { decision: Decision; busy: boolean; children: string }) {
  return (
    <button type="submit" name="decision" value={decision} disabled={busy} className={decision === "accepted" ? "button" : "button quiet"}>
      {children}
    </button>
  );
}

function BackToQuotes() {
  return (
    <Link to={href("/admin/quotes")} className="button quiet">
      Back to Quotes
    </Link>
  );
}
