import { randomUUID } from "node:crypto";
import { data, href, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { revisionOf } from "#app/features/quotes/drafts.server.ts";
import { draftValuesOf, draftKindOf } from "#app/features/quotes/draft.ts";
import { quoteState, quoteStatus, quoteTitle } from "#app/features/quotes/model.ts";
import { getQuote } from "#app/features/quotes/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { QuoteEditor } from "./form.tsx";
import type { Route } from "./+types/route";
import { previewQuote, saveQuote } from "./actions.server.ts";

export const handle = { title: "Edit Quote" };

export async function loader({ params, context }: Route.LoaderArgs) {
  const quote = await getQuote(getDb(), currentAdministrator(context), params.id);
  if (!quote) throw data("Quote not found.", 404);
  // A decided quote is locked; its page offers a new version.
  if (quoteStatus(quote) !== "pending") throw redirect(href("/admin/quotes/:id", { id: quote.id }));
  return {
    formKey: randomUUID(),
    id: quote.id,
    title: quoteTitle(quote),
    clientName: quote.clientName,
    draft: quote.draft,
    expiredOn: quoteState(quote, new Date()) === "expired" ? quote.validUntil : null,
    kind: draftKindOf(quote),
    initial: draftValuesOf(quote),
    mark: revisionOf(quote),
  };
}

export const action = answerForms({ "": saveQuote, preview: previewQuote });

export const clientAction = showAnswer;

/** Reloading after a refusal would replace what the owner typed. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.id !== nextParams.id;

export default function EditQuote({
  loaderData: { formKey, id, title, clientName, draft, expiredOn, kind, initial, mark },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <header className="mb-6">
        <BackLink to={href("/admin/quotes/:id", { id })}>Back to the Quote</BackLink>
        <h1 className="display-3 wrap-anywhere">
          Edit {title} <span className="text-soft">for {clientName}</span>
        </h1>
      </header>
      {!draft && (
        <p className="mb-6 border-l-4 border-brass bg-raised p-4">
          {expiredOn && (
            <>
              This quote expired on <OnDay day={expiredOn} />.{" "}
              <a href="#validUntil" className="link">
                Choose a new date.
              </a>{" "}
            </>
          )}
          The client has the link to this quote. Saving makes a new version, which they'll see
          straight away.
        </p>
      )}
      <QuoteEditor
        formKey={formKey}
        kind={kind}
        initial={initial}
        mark={actionData?.values?.mark ?? mark}
        posted={actionData}
        save={draft ? "Save Draft" : "Save as a New Version"}
        cancel={href("/admin/quotes/:id", { id })}
      >
        {actionData?.message && (
          <FormMessage ok={false}>
            <p>{actionData.message}</p>
            <a className="link" href={href("/admin/quotes/:id/edit", { id })}>
              Reload this quote
            </a>
          </FormMessage>
        )}
      </QuoteEditor>
    </>
  );
}
