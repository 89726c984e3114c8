import { randomUUID } from "node:crypto";
import { data, href } from "react-router";
import {
  draftSchemas,
  type DraftValues,
  draftValuesFor,
  draftValuesOf,
  isDraftKind,
  type DraftKind,
  draftKindFor,
  draftKindOf,
  newDraftValues,
} from "#app/features/quotes/draft.ts";
import { quoteTitle } from "#app/features/quotes/model.ts";
import { quoteKinds } from "#app/features/quotes/pricing.ts";
import { getEnquiry, getQuote } from "#app/features/quotes/queries.server.ts";
import { getDb } from "#app/server/database/db.server.ts";
import { BackLink } from "#app/ui/admin/page.tsx";
import { Tabs } from "#app/ui/admin/tabs.tsx";
import { FormMessage } from "#app/ui/form-messages.tsx";
import { showAnswer } from "#app/ui/show-answer.ts";
import { currentAdministrator } from "#app/features/auth/session.server.ts";
import { answerForms } from "#app/routes/admin/form-actions.server.ts";
import { QuoteEditor } from "./form.tsx";
import type { Route } from "./+types/new";
import { previewQuote, saveNewQuote } from "./actions.server.ts";

export const handle = { title: "New Quote" };

/** An enquiry (`from`) or another quote (`copy`) in the query fills the form. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const by = currentAdministrator(context);
  const asked = new URL(request.url).searchParams;
  const copied = asked.has("copy") ? await getQuote(getDb(), by, asked.get("copy")!) : null;
  const enquiry = asked.has("from") ? await getEnquiry(getDb(), by, asked.get("from")!) : null;
  if ((asked.has("copy") && !copied) || (asked.has("from") && !enquiry))
    throw data("There is nothing to start this quote from.", 404);
  const named = asked.get("kind");
  const kind: DraftKind = copied
    ? draftKindOf(copied)
    : isDraftKind(named)
      ? named
      : draftKindFor(enquiry);
  const initial: DraftValues = copied
    ? { ...draftValuesOf(copied), validUntil: "" }
    : newDraftValues(kind);
  const fromEnquiry: DraftValues = enquiry ? draftValuesFor(enquiry) : {};
  return {
    formKey: randomUUID(),
    kind,
    initial: { ...initial, ...fromEnquiry },
    enquiry,
    copyOf: copied && quoteTitle(copied),
  };
}

export function action(args: Route.ActionArgs) {
  const from = new URL(args.request.url).searchParams.get("from");
  return answerForms({ "": saveNewQuote(from), preview: previewQuote })(args);
}

export const clientAction = showAnswer;

const draftKinds = Object.keys(draftSchemas) as DraftKind[];

export default function NewQuote({
  loaderData: { formKey, kind, initial, enquiry, copyOf },
  actionData,
}: Route.ComponentProps) {
  const pathOf = (other: DraftKind) =>
    `${href("/admin/quotes/new")}?${new URLSearchParams({ kind: other, ...(enquiry && { from: enquiry.id }) })}`;
  return (
    <>
      <BackLink to={href("/admin/quotes")}>Back to Quotes</BackLink>
      <h1 className="display-3 mb-6 wrap-anywhere">
        {copyOf ? "Duplicate Quote" : "New Quote"}
        {copyOf && <span className="text-soft"> of {copyOf}</span>}
      </h1>
      {!copyOf && (
        <Tabs
          label="Kinds of quotes"
          tabs={draftKinds.map((name) => ({
            name: quoteKinds[name].label,
            to: pathOf(name),
            isShown: name === kind,
          }))}
        />
      )}
      <QuoteEditor
        key={kind}
        formKey={formKey}
        kind={kind}
        initial={initial}
        mark=""
        posted={actionData}
        save="Save Draft"
        cancel={href("/admin/quotes")}
      >
        {enquiry && (
          <blockquote className="border-l-4 border-brass bg-raised p-4">
            <p className="font-semibold">{enquiry.name} wrote</p>
            <p className="max-w-prose whitespace-pre-line wrap-anywhere">{enquiry.message}</p>
          </blockquote>
        )}
        {actionData?.message && <FormMessage ok={false}>{actionData.message}</FormMessage>}
      </QuoteEditor>
    </>
  );
}
