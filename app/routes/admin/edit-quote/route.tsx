import { randomUUID } from "node:crypto";
import {
  data,
  href,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
} from "react-router";
import { quoteToasts } from "#app/features/quotes/toasts.ts";
import { revisionOf, editQuote } from "#app/features/quotes/drafts.server.ts";
import { draftValuesOf, draftKindOf } from "#app/features/quotes/draft.ts";
import { guardOf } from "#app/features/intake/model.ts";
import { quoteState, quoteStatus, quoteTitle } from "#app/features/quotes/model.ts";
import { getQuote } from "#app/features/quotes/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import type { FormState } from "#app/server/http/forms.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { OnDay } from "#app/ui/admin/when.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { withToasts } from "#app/ui/form-toasts.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { QuoteEditor } from "./form.tsx";
import type { Route } from "./+types/route";
import { notSaved, readEditor } from "./form.server.ts";

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

export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const form = await readEditor(request);
  if (!form.ok) return form.reply;
  try {
    const outcome = await editQuote(
      getDb(),
      currentAdministrator(context),
      id,
      form.mark,
      form.draft,
      new Date(),
      guardOf(form.values).key,
    );
    if (outcome.ok) return redirect(href("/admin/quotes/:id", { id }), 303);
    const message =
      outcome.reason === "not-found"
        ? "Quote not found."
        : "Not saved: this quote has changed or been decided since you opened it. Your changes are still here.";
    return data<FormState>(
      { ok: false, message, values: form.values },
      outcome.reason === "not-found" ? 404 : 409,
    );
  } catch (error) {
    return notSaved(error, form.values);
  }
}

export function clientAction({ serverAction, params: { id } }: Route.ClientActionArgs) {
  return withToasts(serverAction, quoteToasts.save, id);
}

/** Reloading after a refusal would replace what the owner typed. */
export const shouldRevalidate = ({ currentParams, nextParams }: ShouldRevalidateFunctionArgs) =>
  currentParams.id !== nextParams.id;

export default function EditQuote({
  loaderData: { formKey, id, title, clientName, draft, expiredOn, kind, initial, mark },
  actionData,
}: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle";
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
        busy={busy}
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
