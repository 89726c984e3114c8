import { randomUUID } from "node:crypto";
import { data, href, Link, useNavigation } from "react-router";
import { ComposeButton } from "#app/features/email/compose-dialog.tsx";
import { QuoteActions } from "#app/features/quotes/admin/quote-actions.tsx";
import { OtherVersions } from "#app/features/quotes/admin/quote-versions.tsx";
import { SendQuoteForm } from "#app/features/quotes/admin/send-quote-form.tsx";
import { QuoteHistory } from "#app/features/quotes/admin/quote-history.tsx";
import { reversibleDecision } from "#app/features/quotes/decisions.server.ts";
import { quoteToasts, isQuoteIntent } from "#app/features/quotes/toasts.ts";
import { sendingFields } from "#app/features/quotes/email-record.server.ts";
import { quoteEmailFor } from "#app/features/quotes/email-copy.ts";
import { quoteState, shortId } from "#app/features/quotes/model.ts";
import {
  getQuoteTemplate,
  getQuote,
  getQuoteHistory,
  getVersions,
} from "#app/features/quotes/queries.server.ts";
import { QuoteFacts } from "#app/features/quotes/admin/quote-facts.tsx";
import { QuoteStatusBadge } from "#app/features/quotes/admin/status-badge.tsx";
import { getDb } from "#app/server/database/db.server.ts";
import { log } from "#app/server/log.server.ts";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { reloadAfterAnswer, withToasts } from "#app/ui/form-toasts.ts";
import type { Route } from "./+types/quote";
import { currentAdministrator } from "./administrator.server.ts";
import { answerQuoteAction } from "./quote-actions.server.ts";

export const handle = { title: "Quote Details" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const db = getDb();
  try {
    const quote = await getQuote(db, by, params.id);
    if (!quote) return data({ found: null, failed: false }, 404);
    const state = quoteState(quote, new Date());
    const found = {
      quote,
      state,
      reversible: (await reversibleDecision(db, by, quote)) !== null,
      versions: await getVersions(db, by, quote),
      email:
        state === "draft" || state === "pending"
          ? quoteEmailFor(sendingFields(quote), await getQuoteTemplate(db, by))
          : null,
      sendKey: randomUUID(),
      history: await getQuoteHistory(db, by, quote.id),
    };
    return data({ found, failed: false });
  } catch (error) {
    log.error({ err: error }, "quote not loaded");
    return data({ found: null, failed: true }, 503);
  }
}

export function action({ request, params, context }: Route.ActionArgs) {
  return answerQuoteAction(request, currentAdministrator(context), params.id);
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent = form.get("intent");
  if (isQuoteIntent(intent)) return withToasts(serverAction, quoteToasts[intent]);
  const decision = String(form.get("decision"));
  return withToasts(serverAction, {
    loading: "Updating status...",
    success: { title: `Quote status updated to ${decision}` },
    failure: { title: `Failed to update quote status to ${decision}` },
  });
}

export const shouldRevalidate = reloadAfterAnswer;

export default function QuoteDetails({
  loaderData: { found, failed },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
  if (!found) {
    return (
      <div className="flex flex-col items-start gap-4">
        {failed && <p role="alert">Failed to load quote details.</p>}
        <p className="display-3 font-display">Quote not found.</p>
        <BackToQuotes />
      </div>
    );
  }
  const { quote, email, history } = found;
  return (
    <article className="flex max-w-3xl flex-col gap-8">
      <header className="flex flex-wrap items-center gap-4">
        <h1 className="display-3">Quote Details #{shortId(quote)}</h1>
        <QuoteStatusBadge state={found.state} />
      </header>
      {actionData?.message && (
        <FormMessage ok={actionData.ok}>
          <p>{actionData.message}</p>
          {!actionData.ok && (
            <a className="link" href={href("/admin/quotes/:id", { id: quote.id })}>
              Reload this page
            </a>
          )}
        </FormMessage>
      )}
      <OtherVersions versions={found.versions} />
      <QuoteFacts quote={quote} />
      <QuoteActions {...found} busy={busy} />
      {email && (
        <SendQuoteForm
          key={quote.updatedAt?.getTime()}
          quote={quote}
          email={email}
          sendKey={found.sendKey}
          posted={actionData}
          busy={busy}
        />
      )}
      <QuoteHistory {...history} />
      <div className="no-print flex flex-wrap gap-3">
        <ComposeButton kind="quotes" id={quote.id} className="button quiet">
          Compose Email
        </ComposeButton>
        <Link
          to={href("/admin/clients/:email", { email: quote.clientEmail })}
          className="button quiet"
        >
          Client history
        </Link>
        <BackToQuotes />
      </div>
    </article>
  );
}

function BackToQuotes() {
  return (
    <Link to={href("/admin/quotes")} className="button quiet">
      Back to Quotes
    </Link>
  );
}
